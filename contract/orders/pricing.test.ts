import { describe, expect, test } from 'vitest';
import { priceAt, priceByDefault } from '#contract/testing/price-by-default.ts';
import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import { findPriceChanges } from './pricing.ts';
import { FIGURES, samePricing } from './sent-pricing.ts';

describe('samePricing', () => {
  const pricing = priceByDefault({ images: [{ quantity: 2 }, { quantity: 3 }], city: 'Talca' });

  test('agrees with a copy, whatever the code says', () => {
    expect(samePricing(pricing, { ...pricing, discountCode: 'OTRO' })).toBe(true);
  });

  test.each(FIGURES)('notices one peso of difference in %s', (figure) => {
    expect(samePricing(pricing, { ...pricing, [figure]: pricing[figure] + 1 })).toBe(false);
  });
});

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
});
