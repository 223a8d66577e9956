import { describe, expect, it } from 'vitest';
import type { AdminOrder } from '#contract/orders/orders-admin.ts';
import { sampleOrder } from '#contract/testing/samples.ts';
import { emailOf, nameOrder, termsText, typeOf, whatsappLink } from './order-texts.ts';

const order: AdminOrder = {
  ...{ ...sampleOrder, id: 'ABCDE-12345', userEmail: null, termsVersion: '2026-11-21' },
  deliveryData: {
    ...sampleOrder.deliveryData,
    ...{ fullName: ' María José Ñanculef', email: 'mj@ejemplo.cl' },
  },
};
const withPhone = (phone: string) => ({ ...order, deliveryData: { ...order.deliveryData, phone } });

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
    expect(nameOrder(order)).toContain('(2 pines)');
    expect(typeOf(order)).toBe('Invitado');
    expect(typeOf({ isGuestOrder: false })).toBe('Usuario Registrado');
    expect(emailOf(order)).toBe('mj@ejemplo.cl');
    expect(emailOf({ ...order, userEmail: 'cuenta@ejemplo.cl' })).toBe('cuenta@ejemplo.cl');
  });
});
