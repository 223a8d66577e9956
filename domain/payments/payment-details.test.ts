import { expect, test } from 'vitest';
import { hasPaymentDetails, NO_PAYMENT_DETAILS, paymentLines } from './payment-details.ts';

test('where to transfer to is told line by line, as far as it is known', () => {
  const details = { ...NO_PAYMENT_DETAILS, bank: 'BancoEstado', holder: 'Rosa', words: 'Gracias' };
  expect(paymentLines(details)).toEqual([
    { label: 'Titular', value: 'Rosa' },
    { label: 'Banco', value: 'BancoEstado' },
  ]);
  expect(hasPaymentDetails({ ...NO_PAYMENT_DETAILS, words: 'Te escribimos' })).toBe(true);
  expect(hasPaymentDetails(NO_PAYMENT_DETAILS)).toBe(false);
});
