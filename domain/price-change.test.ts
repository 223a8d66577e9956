import { expect, test } from 'vitest';
import { findPriceChanges } from './price-change.ts';
import { DEFAULT_PRICES } from './prices.ts';
import { priceOrder } from './pricing.ts';

const images = [{ quantity: 3 }];
const to = { region: 'XVI', city: 'Chillán' };
const before = priceOrder({ images, to, prices: DEFAULT_PRICES });

test('an order that costs the same has no changes', () => {
  expect(findPriceChanges(before, { ...before })).toEqual([]);
});

test('what changed is named with its figures before and after, the total last', () => {
  const prices = { ...DEFAULT_PRICES, pin: 1900, shippingChillan: 2000 };
  expect(findPriceChanges(before, priceOrder({ images, to, prices }))).toEqual([
    { label: 'Precio por imagen', before: 1700, after: 1900 },
    { label: 'Envío', before: 2500, after: 2000 },
    { label: 'Total', before: 7600, after: 7700 },
  ]);
});
