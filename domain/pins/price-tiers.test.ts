import { expect, test } from 'vitest';
import { unitPrice } from './pin.ts';
import { findNextTier, listTiers, priceOf } from './price-tiers.ts';

const pin = {
  ...{ id: 'pin', price: 1700 },
  steps: [
    { from: 20, price: 1500 },
    { from: 50, price: 1300 },
  ],
};
const small = { id: 'small', price: 1000, steps: [{ from: 10, price: 900 }] };
const plain = { id: 'plain', price: 900, steps: [] };
const products = [pin, small, plain];

test('the quantities of a table of prices are those of all products, once', () => {
  expect(listTiers(products)).toEqual([1, 10, 20, 50]);
  expect(listTiers([plain])).toEqual([1]);
});

test('a price in the table is the one of an order', () => {
  for (const pins of [1, 19, 20, 49, 50, 1000]) {
    expect(priceOf(pin, pins)).toBe(unitPrice({ pin: pin.price, steps: pin.steps }, pins));
  }
});

test('the next price tier counts the pins of a product over all pictures', () => {
  const find = (...choices: [product: string | null, quantity: number][]) =>
    findNextTier(
      choices.map(([product, quantity]) => ({ product, quantity })),
      products,
    );
  expect(find([null, 6], ['pin', 7])).toMatchObject({ more: 7, price: 1500, saved: 200 });
  expect(find(['pin', 20])).toMatchObject({ more: 30, price: 1300, saved: 200 });
  expect(find(['pin', 19], ['small', 8])).toMatchObject({ product: { id: 'pin' }, more: 1 });
  expect(find(['pin', 18], ['small', 9])).toMatchObject({ product: { id: 'small' }, more: 1 });
  expect(find(['pin', 50], ['small', 10], ['plain', 3])).toBeNull();
});
