import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#domain/base/dates.ts';
import {
  amountToRefund,
  balanceOf,
  isRefundedInFull,
  type Money,
  type OpenRefund,
  openRefund,
  REFUND_DAYS,
} from './refunds.ts';

const pesos = fc.nat(1_000_000);
const money = fc.record({ paid: pesos, refunded: pesos }).map(
  ({ paid, refunded }): Money => ({
    paid,
    refunded: Math.min(paid, refunded),
  }),
);
const order = fc.record({ total: pesos, isCancelled: fc.boolean() });
const TODAY = '2026-03-09';

describe('what has to go back', () => {
  test('is what came in beyond the total, and everything of a cancelled order', () => {
    const paid = { paid: 5000, refunded: 0 };
    const owed = (total: number, isCancelled: boolean, refunded = 0) =>
      amountToRefund({ ...paid, refunded }, { total, isCancelled });
    expect([owed(5000, false), owed(4000, false), owed(6000, false)]).toEqual([0, 1000, 0]);
    expect([owed(5000, true), owed(5000, true, 1200), owed(5000, true, 5000)]).toEqual([
      5000, 3800, 0,
    ]);
    expect(owed(4000, false, 300)).toBe(700);
  });

  test('is never more than is left, and once it went back nothing is owed', () => {
    fc.assert(
      fc.property(money, order, (given, facts) => {
        const owed = amountToRefund(given, facts);
        expect(owed).toBeGreaterThanOrEqual(0);
        expect(owed).toBeLessThanOrEqual(given.paid - given.refunded);
        const after = { ...given, refunded: given.refunded + owed };
        expect(amountToRefund(after, facts)).toBe(0);
      }),
    );
  });

  test('is, of an order that is not cancelled, what its balance is below zero', () => {
    fc.assert(
      fc.property(money, pesos, (given, total) => {
        const owed = amountToRefund(given, { total, isCancelled: false });
        expect(owed).toBe(Math.max(0, -balanceOf(given, total)));
      }),
    );
  });

  test('is never less for a cancelled order, and a refund lowers it by its amount', () => {
    fc.assert(
      fc.property(money, order, fc.nat(1_000_000), (given, facts, part) => {
        const owed = amountToRefund(given, facts);
        const cancelled = amountToRefund(given, { ...facts, isCancelled: true });
        expect(cancelled).toBeGreaterThanOrEqual(owed);
        expect(cancelled).toBe(given.paid - given.refunded);
        const amount = Math.min(part, owed);
        const after = { ...given, refunded: given.refunded + amount };
        expect(amountToRefund(after, facts)).toBe(owed - amount);
      }),
    );
  });
});

test('all went back only if something came in', () => {
  expect(isRefundedInFull({ paid: 0, refunded: 0 })).toBe(false);
  expect(isRefundedInFull({ paid: 5000, refunded: 4999 })).toBe(false);
  expect(isRefundedInFull({ paid: 5000, refunded: 5000 })).toBe(true);
});

describe('an open refund', () => {
  const open: OpenRefund = { amount: 5000, reason: 'cancelled', dueOn: '2026-03-12' };

  test('is promised within the days of the terms, and keeps its day while it shrinks', () => {
    const cancelled = { isCancelled: true, today: TODAY };
    expect(openRefund(null, 5000, cancelled)).toEqual({
      ...{ amount: 5000, reason: 'cancelled', dueOn: addDays(TODAY, REFUND_DAYS) },
    });
    expect(openRefund(open, 2000, cancelled)).toEqual({ ...open, amount: 2000 });
    expect(openRefund(open, 0, cancelled)).toBeNull();
  });

  test('goes when the order is opened again, unless more was paid than it costs', () => {
    const opened = { isCancelled: false, today: TODAY };
    expect(openRefund(open, 0, opened)).toBeNull();
    expect(openRefund(open, 700, opened)).toEqual({
      ...{ amount: 700, reason: 'overpaid', dueOn: addDays(TODAY, REFUND_DAYS) },
    });
    const changed = openRefund(null, 700, { ...opened, isCheaper: true });
    expect(changed?.reason).toBe('change');
    expect(openRefund(changed, 900, opened)).toEqual({ ...changed, amount: 900 });
  });

  test('stays the same when it is computed again', () => {
    fc.assert(
      fc.property(pesos, fc.boolean(), fc.boolean(), (amount, isCancelled, isCheaper) => {
        const now = { isCancelled, isCheaper, today: TODAY };
        const first = openRefund(null, amount, now);
        expect(openRefund(first, amount, { ...now, today: '2026-03-30' })).toEqual(first);
      }),
    );
  });
});
