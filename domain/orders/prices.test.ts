import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { choosePins } from '#domain/pins/choice.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { offeredPins } from '#domain/pins/products.ts';
import { forAll } from '#domain/testing/for-all.ts';
import { findDrops } from './price-drops.ts';
import { DEFAULT_PRICES, isLocal, type Prices, shippingPrice } from './prices.ts';
import { priceOrder } from './pricing.ts';

const shippingTo = (city: string) => shippingPrice({ region: '', city }, 1700, DEFAULT_PRICES);

describe('shippingPrice', () => {
  test('has the prices of the shop', () => {
    const { pin, shippingChillan, shipping } = DEFAULT_PRICES;
    expect([pin, shippingChillan, shipping]).toEqual([1700, 2500, 4000]);
  });

  test.each([
    'Chillán',
    'Chillan',
    'CHILLÁN',
    'CHILLAN',
    'chillán viejo',
    'Chillan Viejo',
    'San Chillán de la Sierra',
    'Chilla\u0301n',
    'CHILLA\u0301N VIEJO',
    '  chillÁn ',
  ])('charges 2500 to %j', (city) => {
    expect(shippingTo(city)).toBe(2500);
  });

  test.each(['', 'Santiago', 'Chile', 'Chilln', 'Chill an', 'Chillàn', 'Chillon'])(
    'charges 4000 to %j',
    (city) => {
      expect(shippingTo(city)).toBe(4000);
    },
  );

  test('charges 2500 wherever and however the name is written inside a text', () => {
    const spelling = fc
      .tuple(fc.constantFrom('chillán', 'chillan', 'chilla\u0301n'), fc.array(fc.boolean()))
      .map(([name, upper]) =>
        [...name].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join(''),
      );
    const plain = fc.stringMatching(/^[a-z ]*$/);
    forAll(plain, spelling, plain, (before, name, after) => {
      expect(shippingTo(`${before}${name}${after}`)).toBe(2500);
    });
  });

  test('charges a region its own price, Chillán before it, and nothing from an amount on', () => {
    const shippingByRegion = [
      { region: 'XII', price: 9000 },
      { region: 'XVI', price: 3000 },
    ];
    const prices = { ...DEFAULT_PRICES, shippingByRegion, freeShippingFrom: 30_000 };
    expect(shippingPrice({ region: 'XII', city: 'Punta Arenas' }, 1700, prices)).toBe(9000);
    expect(shippingPrice({ region: 'XVI', city: 'Chillán' }, 1700, prices)).toBe(2500);
    expect(shippingPrice({ region: 'XVI', city: 'Bulnes' }, 29_999, prices)).toBe(3000);
    expect(shippingPrice({ region: 'XII', city: 'Punta Arenas' }, 30_000, prices)).toBe(0);
  });
});

const pesos = fc.integer({ min: 0, max: 900 });

/** Small figures, so that every kind of drop occurs often. */
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
  const lines = choosePins([{ quantity: pins }], offeredPins({ prices, press: DEFAULT_PRESS }));
  return priceOrder({ lines, to, shipping: prices }).totalAmount;
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
    forAll(somePrices, (prices) => {
      const found = findDrops(prices).map(({ pins }) => pins);
      const real = Array.from({ length: 120 }, (_, at) => at + 2).filter((pins) =>
        destinations.some((to) => total(prices, pins, to) < total(prices, pins - 1, to)),
      );
      expect(found.filter((pins) => pins <= 121)).toEqual(real);
    });
  });
});

describe('by another way', () => {
  const ways = {
    branch: { price: 3000, couriers: ['Starken'], branches: [] },
    pickup: { price: 500, place: '', hours: '' },
    payOnArrival: true,
  };
  const chillan = { region: 'XVI', city: 'Chillán' };

  test.each([
    ['to the door', chillan, 2500, true],
    ['to an office', { ...chillan, way: 'branch' }, 3000, false],
    ['picked up', { region: '', city: '', way: 'pickup' }, 500, false],
    ['paid on arrival', { ...chillan, payShipping: 'onArrival' }, 0, false],
    [
      'to an office, paid on arrival',
      { ...chillan, way: 'branch', payShipping: 'onArrival' },
      0,
      false,
    ],
    ['to the door elsewhere', { region: 'XV', city: 'Arica' }, 4000, false],
  ] as const)('%s', (_way, to, cost, isLocal_) => {
    expect(shippingPrice(to, 1700, { ...DEFAULT_PRICES, ways })).toBe(cost);
    expect(isLocal(to)).toBe(isLocal_);
  });

  test('that is no longer on offer it costs what it costs to the door, and picked up nothing', () => {
    for (const offered of [undefined, { payOnArrival: false }]) {
      const prices = { ...DEFAULT_PRICES, ways: offered };
      expect(shippingPrice({ ...chillan, way: 'branch' }, 1700, prices)).toBe(2500);
      expect(shippingPrice({ ...chillan, way: 'pickup' }, 1700, prices)).toBe(0);
    }
  });

  test('all of them are free from the amount on', () => {
    const prices = { ...DEFAULT_PRICES, ways, freeShippingFrom: 1700 };
    expect(shippingPrice({ ...chillan, way: 'branch' }, 1700, prices)).toBe(0);
    expect(shippingPrice({ ...chillan, way: 'pickup' }, 1700, prices)).toBe(0);
  });
});
