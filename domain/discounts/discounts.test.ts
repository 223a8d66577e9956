import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '#domain/testing/for-all.ts';
import {
  DISCOUNT_TYPES,
  type DiscountTerms,
  type DiscountUse,
  describeMinimum,
  discountAmount,
  discountProblem,
  isForProduct,
  MAX_CODE_LENGTH,
  MAX_CODE_NAME_LENGTH,
  missingAmount,
  normalizeCode,
  useLimit,
} from './discounts.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const use: DiscountUse = { now: NOW, orderTotal: 9_999, hasUsed: false };
const usable: DiscountTerms = {
  multipleUse: true,
  maxUses: null,
  currentUses: 0,
  isActive: true,
  startsAt: null,
  expiresAt: null,
  minOrderTotal: null,
  oncePerBuyer: false,
};

function problemOf(changes: Partial<DiscountTerms>) {
  return discountProblem({ ...usable, ...changes }, use);
}

test('codes have the types and lengths of the shop', () => {
  expect(DISCOUNT_TYPES).toEqual(['percentage', 'fixed', 'free_shipping']);
  expect([MAX_CODE_LENGTH, MAX_CODE_NAME_LENGTH]).toEqual([20, 100]);
});

describe('normalizeCode', () => {
  test.each([
    ['  club10 ', 'CLUB10'],
    ['Año-Nuevo', 'AÑO-NUEVO'],
    ['\tPINES\n', 'PINES'],
    ['   ', ''],
    ['cumple\u201120', 'CUMPLE-20'],
    ['\u200eCumple \u2212 20\u00a0', 'CUMPLE - 20'],
    ['d’ana', "D'ANA"],
    ['ｃｕｍｐｌｅ－２０', 'CUMPLE-20'],
    ['d´ana', "D'ANA"],
    ['an\u0303o', 'AÑO'],
  ])('turns %j into %j', (raw, code) => {
    expect(normalizeCode(raw)).toBe(code);
  });

  test('changes nothing the second time', () => {
    forAll(fc.string({ unit: 'binary' }), (raw) => {
      expect(normalizeCode(normalizeCode(raw))).toBe(normalizeCode(raw));
    });
  });
});

describe('discountAmount', () => {
  test.each([
    [1700, 1, 17],
    [1700, 33, 561],
    [5100, 50, 2550],
    [1700, 100, 1700],
    [150, 1, 2],
    [149, 1, 1],
    [0, 50, 0],
  ])('takes off, of %i pesos at %i percent, %i', (total, value, off) => {
    expect(discountAmount(total, { type: 'percentage', value })).toBe(off);
  });

  test.each([
    [1700, 1, 1],
    [1700, 1000, 1000],
    [1700, 1699, 1699],
    [1700, 1700, 1700],
    [1700, 1700.01, 1700],
    [1700, 99_999, 1700],
    [1700, 99.49, 99],
    [1700, 99.5, 100],
    [1700, 1699.5, 1700],
    [0, 500, 0],
  ])('takes off, of %i pesos at a fixed %d, %i', (total, value, off) => {
    expect(discountAmount(total, { type: 'fixed', value })).toBe(off);
  });

  test('takes nothing off the pins where the shipping is free', () => {
    expect(discountAmount(1700, { type: 'free_shipping', value: 500 })).toBe(0);
  });

  test('is a whole number from 0 to the price of the pins, less than a peso from the exact one', () => {
    const total = fc.nat(100 * 99 * 1700);
    const percentage = fc.integer({ min: 1, max: 100 });
    const cents = fc.oneof(
      fc.integer({ min: 100, max: 30_000 }),
      fc.integer({ min: 100, max: 2 ** 31 }),
    );
    forAll(total, percentage, cents, (imagesTotal, percent, fixed) => {
      const exact = [
        ['percentage', percent, (imagesTotal * percent) / 100],
        ['fixed', fixed / 100, Math.min(fixed / 100, imagesTotal)],
      ] as const;
      for (const [type, value, wanted] of exact) {
        const off = discountAmount(imagesTotal, { type, value });
        expect(Number.isInteger(off)).toBe(true);
        expect(off).toBeGreaterThanOrEqual(0);
        expect(off).toBeLessThanOrEqual(imagesTotal);
        expect(Math.abs(off - wanted)).toBeLessThanOrEqual(0.5);
      }
    });
  });
});

describe('discountProblem', () => {
  test('finds nothing wrong with an active, unlimited code without expiry', () => {
    expect(problemOf({})).toBeNull();
    expect(problemOf({ currentUses: 1_000_000 })).toBeNull();
  });

  test('names the first reason: unknown, inactive, expired, used up', () => {
    const wornOut = { expiresAt: NOW - 1, maxUses: 5, currentUses: 5 };
    expect(discountProblem(undefined, use)).toBe('unknown');
    expect(problemOf({ ...wornOut, isActive: false })).toBe('inactive');
    expect(problemOf(wornOut)).toBe('expired');
    expect(problemOf({ ...wornOut, expiresAt: null })).toBe('used_up');
  });

  test('lets a code be used from the very moment of its start', () => {
    expect(problemOf({ startsAt: NOW })).toBeNull();
    expect(problemOf({ startsAt: NOW + 1 })).toBe('not_started');
  });

  test('asks for the minimum in pins, and for another buyer where each has one use', () => {
    expect(problemOf({ minOrderTotal: 9_999 })).toBeNull();
    expect(problemOf({ minOrderTotal: 10_000 })).toBe('below_minimum');
    const repeated = { ...use, hasUsed: true };
    expect(discountProblem(usable, repeated)).toBeNull();
    expect(discountProblem({ ...usable, oncePerBuyer: true }, repeated)).toBe('used_by_buyer');
  });

  test('lets a code be used until the very moment of its expiry', () => {
    expect(problemOf({ expiresAt: NOW + 1 })).toBeNull();
    expect(problemOf({ expiresAt: NOW })).toBe('expired');
    expect(problemOf({ expiresAt: 0 })).toBe('expired');
  });

  test('lets a code be used as often as its limit says', () => {
    expect(problemOf({ maxUses: 50, currentUses: 49 })).toBeNull();
    expect(problemOf({ maxUses: 50, currentUses: 50 })).toBe('used_up');
    expect(problemOf({ maxUses: 50, currentUses: 51 })).toBe('used_up');
  });

  test.each([null, 1, 50])(
    'gives a single-use code one use, whatever maxUses says (%s)',
    (maxUses) => {
      expect(problemOf({ multipleUse: false, maxUses, currentUses: 0 })).toBeNull();
      expect(problemOf({ multipleUse: false, maxUses, currentUses: 1 })).toBe('used_up');
    },
  );
});

test('describeMinimum says from how much on, and what is missing', () => {
  expect(describeMinimum({ minOrderTotal: 10_000 }, 6_800)).toBe(
    'El código de descuento vale desde $10.000 en pines: te faltan $3.200',
  );
});

test('useLimit reads the limit of a code, null for none', () => {
  expect(useLimit({ multipleUse: true, maxUses: null })).toBeNull();
  expect(useLimit({ multipleUse: true, maxUses: 3 })).toBe(3);
  expect(useLimit({ multipleUse: false, maxUses: null })).toBe(1);
  expect(useLimit({ multipleUse: false, maxUses: 3 })).toBe(1);
});

test('a code for some products is for orders with a pin of one of them', () => {
  expect(isForProduct({}, 'small')).toBe(true);
  expect(isForProduct({ products: ['small'] }, 'small')).toBe(true);
  expect(isForProduct({ products: ['small'] }, 'large')).toBe(false);
  const problem = (products?: string[]) =>
    discountProblem({ ...usable, products: ['small'] }, { ...use, products });
  expect(problem(['large', 'small'])).toBeNull();
  expect(problem(['large'])).toBe('other_products');
  expect(problem(undefined)).toBeNull();
});

test('what is missing to a minimum is never less than nothing', () => {
  expect(missingAmount({ minOrderTotal: 5000 }, 4000)).toBe(1000);
  expect(missingAmount({ minOrderTotal: 5000 }, 6000)).toBe(0);
  expect(missingAmount({ minOrderTotal: null }, 0)).toBe(0);
  expect(describeMinimum({}, 0)).toContain('desde $0');
});
