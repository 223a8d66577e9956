import { expect, test } from 'vitest';
import type { Delivery } from './delivery.ts';
import {
  describeDelivery,
  orderLabels,
  shopLetterLabels,
  summaryLabels,
} from './delivery-labels.ts';
import { sampleDelivery } from './testing/sample-delivery.ts';

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
  ]);
  expect(linesOf(shopLetterLabels).at(-1)).toBe('Punto en el mapa: -36.606600, -72.103400');
});

test('what is absent is nothing, what is empty stays empty', () => {
  expect(linesOf(summaryLabels, { phone: '' })).toContain('Teléfono: ');
  expect(linesOf(summaryLabels, { phone: '' })).toContain('Nombre: null');
});
