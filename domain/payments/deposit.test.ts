import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '#domain/testing/for-all.ts';
import { depositOf, NO_DEPOSIT, openDeposit } from './deposit.ts';

test('a deposit is a share of the total in whole pesos, from an amount on', () => {
  const half = { depositPercent: 50, depositFrom: 5000 };
  expect(depositOf(5901, half)).toBe(2951);
  expect(depositOf(5000, half)).toBe(2500);
  expect(depositOf(4999, half)).toBeNull();
  expect(depositOf(5900, NO_DEPOSIT)).toBeNull();
  // A share of nothing, or of all, is no deposit.
  expect(depositOf(0, { depositPercent: 50, depositFrom: 0 })).toBeNull();
  expect(depositOf(1, { depositPercent: 99, depositFrom: 0 })).toBeNull();
});

test('what is missing of it and the balance are what is missing of the total', () => {
  forAll(
    fc.integer({ min: 2, max: 1e8 }),
    fc.integer({ min: 1, max: 99 }),
    fc.nat(1e8),
    (total, depositPercent, paid) => {
      const amount = depositOf(total, { depositPercent, depositFrom: 0 });
      if (amount === null) return;
      const due = Math.max(0, total - paid);
      const open = openDeposit({ amount, isPaid: false }, { total, due });
      expect(open).toBe(Math.max(0, amount - paid));
      expect(openDeposit({ amount, isPaid: true }, { total, due })).toBe(0);
    },
  );
  expect(openDeposit(null, { total: 9, due: 9 })).toBe(0);
});
