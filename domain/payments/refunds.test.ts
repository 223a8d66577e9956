import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#domain/base/dates.ts';
import { forAll } from '#domain/testing/for-all.ts';
import {
  amountToRefund,
  balanceOf,
  isRefundedInFull,
  type Money,
  type OpenRefund,
  openRefunds,
  partsOfRefund,
  REFUND_DAYS,
  sumAmounts,
} from './refunds.ts';

const pesos = fc.nat(1_000_000);
const money = fc
  .record({ paid: pesos, refunded: pesos })
  .map(({ paid, refunded }): Money => ({ paid, refunded: Math.min(paid, refunded) }));
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
    forAll(money, order, (given, facts) => {
      const owed = amountToRefund(given, facts);
      expect(owed).toBeGreaterThanOrEqual(0);
      expect(owed).toBeLessThanOrEqual(given.paid - given.refunded);
      const after = { ...given, refunded: given.refunded + owed };
      expect(amountToRefund(after, facts)).toBe(0);
    });
  });

  test('is, of an order that is not cancelled, what its balance is below zero', () => {
    forAll(money, pesos, (given, total) => {
      const owed = amountToRefund(given, { total, isCancelled: false });
      expect(owed).toBe(Math.max(0, -balanceOf(given, total)));
    });
  });

  test('is never less for a cancelled order, and a refund lowers it by its amount', () => {
    forAll(money, order, fc.nat(1_000_000), (given, facts, part) => {
      const owed = amountToRefund(given, facts);
      const cancelled = amountToRefund(given, { ...facts, isCancelled: true });
      expect(cancelled).toBeGreaterThanOrEqual(owed);
      expect(cancelled).toBe(given.paid - given.refunded);
      const amount = Math.min(part, owed);
      const after = { ...given, refunded: given.refunded + amount };
      expect(amountToRefund(after, facts)).toBe(owed - amount);
    });
  });
});

test('all went back only if something came in', () => {
  expect(isRefundedInFull({ paid: 0, refunded: 0 })).toBe(false);
  expect(isRefundedInFull({ paid: 5000, refunded: 4999 })).toBe(false);
  expect(isRefundedInFull({ paid: 5000, refunded: 5000 })).toBe(true);
});

describe('open refunds', () => {
  const DUE = addDays(TODAY, REFUND_DAYS);
  const cancelled: OpenRefund = { amount: 5000, reason: 'cancelled', dueOn: '2026-03-12' };
  const changed: OpenRefund = { amount: 500, reason: 'change', dueOn: '2026-03-10' };
  const overpaid: OpenRefund = { amount: 900, reason: 'overpaid', dueOn: '2026-03-11' };
  const open = { isCancelled: false, today: TODAY };
  const ended = { isCancelled: true, today: TODAY };

  test('are one of each cause, promised within the days of the terms', () => {
    const first = openRefunds([], 500, { ...open, from: 4200, to: 3700 });
    expect(first).toEqual([{ amount: 500, reason: 'change', dueOn: DUE }]);
    const second = openRefunds([changed], 1400, open);
    expect(second).toEqual([changed, { amount: 900, reason: 'overpaid', dueOn: DUE }]);
    expect(openRefunds(second, 5600, ended)).toEqual([
      ...second,
      { amount: 4200, reason: 'cancelled', dueOn: DUE },
    ]);
  });

  test('keep their day while they shrink, and those of a cancellation go with it', () => {
    expect(openRefunds([cancelled], 2000, ended)).toEqual([{ ...cancelled, amount: 2000 }]);
    expect(openRefunds([cancelled], 0, ended)).toEqual([]);
    expect(openRefunds([changed, cancelled], 500, open)).toEqual([changed]);
    expect(openRefunds([changed, overpaid], 600, open)).toEqual([
      changed,
      { ...overpaid, amount: 100 },
    ]);
    // A total that rises again takes back what its fall had promised.
    expect(openRefunds([changed, overpaid], 900, { ...open, from: 3700, to: 4200 })).toEqual([
      overpaid,
    ]);
  });

  test('add up to what has to go back, and stay the same when computed again', () => {
    const totals = fc.record({ amount: pesos, isCancelled: fc.boolean(), from: pesos, to: pesos });
    forAll(fc.array(totals, { maxLength: 8 }), (changes) => {
      let rows: OpenRefund[] = [];
      for (const { amount, ...change } of changes) {
        rows = openRefunds(rows, amount, { ...change, today: TODAY });
        expect(sumAmounts(rows)).toBe(amount);
        expect(rows.every((row) => row.amount > 0)).toBe(true);
        expect(new Set(rows.map(({ reason }) => reason)).size).toBe(rows.length);
        const { isCancelled } = change;
        expect(openRefunds(rows, amount, { isCancelled, today: '2026-03-30' })).toEqual(rows);
      }
    });
  });

  test('are made in their sequence, and what is more than promised is of no cause', () => {
    const parts = (amount: number) =>
      partsOfRefund([changed, overpaid], amount).map((part) => [part.of?.reason, part.amount]);
    expect(parts(300)).toEqual([['change', 300]]);
    expect(parts(700)).toEqual([
      ['change', 500],
      ['overpaid', 200],
    ]);
    expect(parts(2000)).toEqual([
      ['change', 500],
      ['overpaid', 900],
      [undefined, 600],
    ]);
    expect(partsOfRefund([], 700)).toEqual([{ amount: 700, of: null }]);
  });

  test('with a promise are never more than came in, and a kept one does not lower the others', () => {
    const money = { paid: 4200, refunded: 0 };
    const promises = { open: 500, done: 0 };
    const rules = { total: 3700, isCancelled: false };
    expect(amountToRefund(money, { ...rules, promises })).toBe(500);
    const kept = { ...rules, promises: { open: 0, done: 500 } };
    expect(amountToRefund({ ...money, refunded: 500 }, kept)).toBe(500);
    expect(amountToRefund(money, { ...rules, isCancelled: true, promises })).toBe(3700);
    expect(amountToRefund(money, { ...rules, total: 100, promises })).toBe(3700);
  });
});
