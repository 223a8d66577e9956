import { expect, test } from 'vitest';
import { sampleDelivery } from '#domain/testing/sample-delivery.ts';
import type { Delivery } from './delivery.ts';
import { deliveryText, describeDelivery, shownFields, summaryLabels } from './delivery-labels.ts';
import { orderLabels, shopLetterLabels } from './view-labels.ts';

const delivery: Delivery = {
  ...sampleDelivery,
  phone: '912345678',
  email: null,
  coordinates: { lat: -36.6066, lng: -72.1034 },
  notes: null,
};

const linesOf = (labels: typeof summaryLabels, kept: Partial<Delivery> = delivery) =>
  describeDelivery(labels, kept).map(({ label, text }) => `${label}: ${text}`);

test('each place shows its fields in its own order and words', () => {
  expect(linesOf(orderLabels)).toEqual([
    'Nombre completo: Rosa Pérez',
    'Teléfono: 912345678',
    'Entrega: null',
    'Courier: null',
    'Oficina: null',
    'Pago del envío: null',
    'Región: Ñuble',
    'Ciudad: Chillán',
    'Dirección: Av. Libertad 123',
    'Notas adicionales: null',
    'Lo necesitas para el: null',
  ]);
  expect(linesOf(shopLetterLabels).at(-1)).toBe('Punto en el mapa: -36.606600, -72.103400');
});

test('what is absent is nothing, what is empty stays empty', () => {
  expect(linesOf(summaryLabels, { phone: '' })).toContain('Teléfono: ');
  expect(linesOf(summaryLabels, { phone: '' })).toContain('Nombre: null');
});

test('a way is said unless it is the usual one', () => {
  expect(deliveryText('way', {})).toBeNull();
  expect(deliveryText('way', { way: 'home' })).toBeNull();
  expect(deliveryText('way', { way: 'pickup' })).toBe('Retiro en la tienda');
  expect(deliveryText('payShipping', { payShipping: 'now' })).toBeNull();
  expect(deliveryText('payShipping', { payShipping: 'onArrival' })).toBe('Se paga al recibir');
});

test('a day is said in words', () => {
  expect(deliveryText('neededBy', { neededBy: '2026-12-24' })).toBe('24 de diciembre');
});

test('what a way does not need is nothing, not an empty text', () => {
  expect(deliveryText('address', { way: 'pickup', address: '' })).toBeNull();
  expect(deliveryText('address', { way: 'home', address: '' })).toBe('');
  expect(deliveryText('city', { way: 'branch', city: 'Chillán' })).toBe('Chillán');
  expect(shownFields(shopLetterLabels).map(([field]) => field)).not.toContain('phone');
});
