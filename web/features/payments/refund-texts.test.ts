import { expect, test } from 'vitest';
import type { Refund } from '#contract/payments/refunds.ts';
import { cancelWarning, describeRefund, isRefunded, keptOf, tellRefund } from './refund-texts.ts';

const done: Refund = {
  ...{ amount: 4200, reason: 'cancelled', dueOn: '2026-03-19' },
  ...{ doneOn: '2026-03-09', how: 'transfer' },
};
const open: Refund = { ...done, doneOn: null, how: null };

test('a refund says what went back, or by when it will', () => {
  expect(describeRefund(done)).toBe(
    'Devolviste $4.200 el 9/3/2026, por transferencia (pedido cancelado).',
  );
  expect(describeRefund(open)).toBe(
    'Falta devolver $4.200, a más tardar el 19/3/2026 (pedido cancelado).',
  );
  expect(tellRefund({ ...done, how: 'other' })).toBe('Te devolvimos $4.200 el 9/3/2026.');
  expect(tellRefund(open)).toBe('Te devolvemos $4.200 a más tardar el 19/3/2026.');
});

const order = (balance: number, status = 'pending') => ({
  ...{ balance, status },
  deliveryData: { pricing: { totalAmount: 4200 } },
});

test('all of an order went back unless it costs nothing', () => {
  const withTotal = (balance: number, totalAmount: number) =>
    isRefunded({
      balance,
      amountDue: 0,
      refunds: [done],
      deliveryData: { pricing: { totalAmount } },
    });
  expect([withTotal(4200, 4200), withTotal(1200, 4200), withTotal(0, 0)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('cancelling warns of what was paid and has not gone back', () => {
  expect(keptOf(order(1200))).toBe(3000);
  expect(cancelWarning([order(4200), order(0, 'cancelled')])).toBeNull();
  expect(cancelWarning([order(0)])).toMatch(/^Está pagado: .* devolver \$4\.200 en 10 días/);
  expect(cancelWarning([order(0), order(4200), order(1200)])).toMatch(
    /^De estos pedidos, 2 están pagados: .* devolver \$7\.200 /,
  );
});
