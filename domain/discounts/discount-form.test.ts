import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '#domain/testing/for-all.ts';
import { type DiscountForm, validateDiscountForm, valueInHundredths } from './discount-form.ts';
import { discountAmount } from './discounts.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const good: DiscountForm = {
  code: 'CLUB10',
  name: 'Club de barrio',
  type: 'percentage',
  value: 10,
  multipleUse: true,
  maxUses: null,
  oncePerBuyer: false,
  minOrderTotal: null,
  products: [],
  startsAt: null,
  expiresAt: null,
};

function problems(changes: Partial<DiscountForm>): string[] {
  return validateDiscountForm({ ...good, ...changes }, NOW).map(
    ({ field, message }) => `${field}: ${message}`,
  );
}

test('a good form has no problems', () => {
  expect(problems({})).toEqual([]);
  expect(problems({ code: '  club ', name: 'x'.repeat(100), maxUses: 1 })).toEqual([]);
});

test('a code counts as long as it is in upper case', () => {
  expect(problems({ code: 'x'.repeat(20) })).toEqual([]);
  expect(problems({ code: 'ß'.repeat(11) })).toHaveLength(1);
});

test.each(['.', '..', '%', '-- --'])('a code of signs alone, %s, is refused', (code) => {
  expect(problems({ code })).toEqual(['code: El código necesita una letra o un número']);
});

describe('the value', () => {
  test.each([
    ['percentage', 1],
    ['percentage', 100],
    ['fixed', 1],
    ['fixed', 99.55],
    ['fixed', 2000],
    ['fixed', 100_000_000],
  ])('%s may be %d', (type, value) => expect(problems({ type, value })).toEqual([]));

  test.each([
    ['percentage', 0.99],
    ['percentage', 100.01],
    ['percentage', 12.5],
    ['percentage', Number.NaN],
    ['fixed', 0],
    ['fixed', -5],
    ['fixed', 1.005],
    ['fixed', Number.POSITIVE_INFINITY],
    ['fixed', 100_000_001],
  ])('%s may not be %d', (type, value) => expect(problems({ type, value })).toHaveLength(1));
});

test('an end lies now or later, with a minute for slow clocks', () => {
  expect(problems({ expiresAt: NOW })).toEqual([]);
  expect(problems({ expiresAt: NOW - 60_000 })).toEqual([]);
  expect(problems({ expiresAt: NOW - 61_000 })).toEqual([
    'expiresAt: La fecha de expiración ya pasó',
  ]);
  expect(problems({ expiresAt: Number.NaN })).toEqual(['expiresAt: La fecha no es válida']);
});

test('a minimum is whole pesos, and an end comes after its start', () => {
  expect(problems({ minOrderTotal: 1, startsAt: NOW - 1, expiresAt: NOW + 1 })).toEqual([]);
  for (const minOrderTotal of [0, -5, 1.5, Number.NaN, 100_000_001]) {
    expect(problems({ minOrderTotal })).toHaveLength(1);
  }
  expect(problems({ startsAt: NOW + 1, expiresAt: NOW + 1 })).toEqual([
    'expiresAt: La fecha de expiración debe ser posterior al inicio',
  ]);
  expect(problems({ startsAt: Number.NaN })).toEqual(['startsAt: La fecha no es válida']);
});

test('every form that passes can be stored, and never takes more than there is', () => {
  const form = fc.record({
    ...Object.fromEntries(Object.entries(good).map(([name, value]) => [name, fc.constant(value)])),
    type: fc.constantFrom('percentage', 'fixed'),
    value: fc.oneof(fc.integer({ min: -5, max: 200 }), fc.double({ min: 0, max: 1e9 })),
  });
  forAll(form, fc.nat(1e7), ({ type, value }, total) => {
    if (problems({ type, value }).length > 0) return;
    const hundredths = valueInHundredths(value);
    expect(Number.isSafeInteger(hundredths)).toBe(true);
    expect(hundredths).toBeGreaterThanOrEqual(100);
    const kind = type === 'fixed' ? 'fixed' : 'percentage';
    const taken = discountAmount(total, { type: kind, value: hundredths / 100 });
    expect(taken).toBeLessThanOrEqual(total);
    expect(taken).toBeGreaterThanOrEqual(0);
  });
});
