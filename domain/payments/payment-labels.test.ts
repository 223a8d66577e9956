import { expect, test } from 'vitest';
import { refundDays, refundPlace } from './payment-labels.ts';

test.each([
  ['webpay', 'credit', 'a la tarjeta de crédito con que pagaste'],
  ['mercadopago', 'debit', 'a la tarjeta de débito con que pagaste'],
  ['mercadopago', 'balance', 'a tu cuenta de Mercado Pago'],
  ['mercadopago', 'transfer', 'al mismo medio con que pagaste'],
  ['webpay', null, 'al mismo medio con que pagaste'],
] as const)('money of %s, paid by %s, goes back %s', (provider, method, place) => {
  expect(refundPlace({ provider, method })).toBe(place);
});

test('how long it takes is up to who keeps the money', () => {
  expect(refundDays({ provider: 'mercadopago', method: 'balance' })).toMatch(/de inmediato/);
  expect(refundDays({ provider: 'mercadopago', method: 'credit' })).toMatch(/entre 8 y 16 días/);
  expect(refundDays({ provider: 'webpay', method: 'credit' })).toMatch(/depende de tu banco/);
});
