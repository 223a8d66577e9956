import { describe, expect, it } from 'vitest';
import type { AdminOrder } from '#contract/orders/orders-admin.ts';
import { sampleDelivery } from '#domain/testing/sample-delivery.ts';
import { emailOf, nameOrder, termsText, typeOf, whatsappLink } from './order-texts.ts';

const order: AdminOrder = {
  id: 'ABCDE-12345',
  createdAt: '2026-03-01T12:00:00.000Z',
  status: 'pending',
  progress: { steps: [], proof: null },
  receipt: null,
  document: null,
  payBy: null,
  isGuestOrder: true,
  images: [],
  items: [],
  userEmail: null,
  notes: null,
  internalNotes: null,
  version: 1,
  payment: null,
  balance: 0,
  charges: [],
  refunds: [],
  shipping: { courier: null, trackingNumber: null },
  source: 'web',
  termsVersion: '2026-11-21',
  deliveryData: {
    ...sampleDelivery,
    fullName: ' María José Ñanculef',
    email: 'mj@ejemplo.cl',
    notes: null,
    pricing: {
      imagesCount: 3,
      uniqueImages: 1,
      pricePerImage: 1700,
      imagesTotal: 5100,
      discountAmount: 0,
      subtotalAfterDiscount: 5100,
      shippingCost: 2500,
      totalAmount: 7600,
    },
  },
};
const withPhone = (phone: string) => ({
  ...order,
  deliveryData: { ...order.deliveryData, phone },
});

describe('an order in words', () => {
  it('opens a chat with the buyer, a greeting already written', () => {
    const link = new URL(whatsappLink(order, 'Pines & Cía') ?? '');
    expect(link.origin + link.pathname).toBe('https://wa.me/56912345678');
    expect(link.searchParams.get('text')).toBe(
      'Hola María, te escribimos de Pines & Cía por tu pedido ABCDE-12345.',
    );
  });

  it('writes numbers from before 2012 with their 9, and knows what is no number', () => {
    expect(whatsappLink(withPhone('8765 4321'), 'Pines')).toContain('wa.me/56987654321?');
    expect(whatsappLink(withPhone('no tengo'), 'Pines')).toBeNull();
  });

  it('names the terms it was placed under, where they were kept', () => {
    expect(termsText(order.termsVersion)).toBe('versión 2026-11-21');
    expect(termsText(null)).toBe('Sin registro');
  });

  it('names the order, its buyer and their kind', () => {
    expect(nameOrder(order)).toContain('ABCDE-12345, de ');
    expect(nameOrder(order)).toContain('(3 pines)');
    expect(typeOf(order)).toBe('Invitado');
    expect(typeOf({ isGuestOrder: false })).toBe('Usuario Registrado');
    expect(emailOf(order)).toBe('mj@ejemplo.cl');
    expect(emailOf({ ...order, userEmail: 'cuenta@ejemplo.cl' })).toBe('cuenta@ejemplo.cl');
  });
});
