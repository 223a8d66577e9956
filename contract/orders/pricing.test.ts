import { describe, expect, test } from 'vitest';
import { priceAt, priceByDefault } from '#contract/testing/price-by-default.ts';
import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import { findPriceChanges } from './pricing.ts';

describe('findPriceChanges', () => {
  const choice = { images: [{ quantity: 3 }], region: 'XVI', city: 'Chillán' };
  const before = priceByDefault(choice);

  test('finds none in an order that costs the same', () => {
    expect(findPriceChanges(before, { ...before })).toEqual([]);
  });

  test('names what changed with its figures before and after, the total last', () => {
    const prices = { ...DEFAULT_PRICES, pin: 1900, shippingChillan: 2000 };
    expect(findPriceChanges(before, priceAt(prices, choice))).toEqual([
      { label: 'Precio por imagen', before: 1700, after: 1900 },
      { label: 'Envío', before: 2500, after: 2000 },
      { label: 'Total', before: 7600, after: 7700 },
    ]);
  });

  test('names a charge that came or went', () => {
    const charges = [{ kind: 'urgent', label: 'Urgente', amount: 3000 }];
    const urgent = { ...before, charges, totalAmount: 10_600 };
    const total = { label: 'Total', before: 7600, after: 10_600 };
    const change = { label: 'Urgente', before: 0, after: 3000 };
    expect(findPriceChanges(before, urgent)).toEqual([change, total]);
    expect(findPriceChanges(urgent, before)).toEqual(
      [change, total].map(({ label, before: after, after: was }) => ({
        label,
        before: was,
        after,
      })),
    );
  });

  test('adds up charges of one label, also a rebate that is called like a figure', () => {
    const charge = { kind: 'extra', label: 'Extra', amount: 1000 };
    const rebate = { kind: 'rebate', label: 'Envío', amount: -500 };
    const one = { ...before, charges: [charge], totalAmount: 8600 };
    const more = { ...before, charges: [charge, charge, rebate], totalAmount: 9100 };
    expect(findPriceChanges(one, more)).toEqual([
      { label: 'Envío', before: 2500, after: 2000 },
      { label: 'Extra', before: 1000, after: 2000 },
      { label: 'Total', before: 8600, after: 9100 },
    ]);
  });
});
