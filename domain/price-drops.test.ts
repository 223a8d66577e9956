import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIRST_CHOICE } from './pins/choice.ts';
import { findDrops } from './price-drops.ts';
import { DEFAULT_PRICES, type Prices } from './prices.ts';
import { priceOrder } from './pricing.ts';

const pesos = fc.integer({ min: 0, max: 900 });

/** Small figures, so that every kind of drop is met often. */
const somePrices: fc.Arbitrary<Prices> = fc.record({
  pin: pesos,
  steps: fc
    .uniqueArray(fc.record({ from: fc.integer({ min: 2, max: 40 }), price: pesos }), {
      selector: ({ from }) => from,
      maxLength: 4,
    })
    .map((steps) => steps.sort((a, b) => a.from - b.from)),
  shippingChillan: pesos,
  shipping: pesos,
  shippingByRegion: fc.array(
    pesos.map((price) => ({ region: 'XV', price })),
    { maxLength: 1 },
  ),
  freeShippingFrom: fc.option(fc.integer({ min: 0, max: 20_000 })),
});

const destinations = [
  { region: 'XVI', city: 'Chillán' },
  { region: 'VIII', city: 'Concepción' },
  { region: 'XV', city: 'Arica' },
];

function total(prices: Prices, pins: number, to: (typeof destinations)[number]): number {
  return priceOrder({ images: [{ ...FIRST_CHOICE, quantity: pins }], to, prices }).totalAmount;
}

describe('where more pins cost less', () => {
  test('is nowhere in a shop that has not set any price', () => {
    expect(findDrops(DEFAULT_PRICES)).toEqual([]);
  });

  test('is at a step, and at free shipping, with what both orders cost', () => {
    const steps = [{ from: 50, price: 1500 }];
    expect(findDrops({ ...DEFAULT_PRICES, steps })).toEqual([
      { pins: 50, cost: 79_000, before: 87_300 },
    ]);
    expect(findDrops({ ...DEFAULT_PRICES, freeShippingFrom: 17_000 })).toEqual([
      { pins: 10, cost: 17_000, before: 19_300 },
    ]);
  });

  test('is found for every destination, and only where the shop would ask for less', () => {
    fc.assert(
      fc.property(somePrices, (prices) => {
        const found = findDrops(prices).map(({ pins }) => pins);
        const real = Array.from({ length: 120 }, (_, at) => at + 2).filter((pins) =>
          destinations.some((to) => total(prices, pins, to) < total(prices, pins - 1, to)),
        );
        expect(found.filter((pins) => pins <= 121)).toEqual(real);
      }),
    );
  });
});
