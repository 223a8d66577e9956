import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Discount } from '#domain/discounts/discounts.ts';
import { choosePins, type PricedChoice } from '#domain/pins/choice.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { offeredPins } from '#domain/pins/products.ts';
import { forAll } from '#domain/testing/for-all.ts';
import { DEFAULT_PRICES, type Destination } from './prices.ts';
import {
  hasFreeShippingCode,
  priceAtTotal,
  priceOrder,
  shippingAmount,
  shippingCharge,
  sumCharges,
  withShipping,
} from './pricing.ts';

const anyQuantities = fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 100 });
const anyValue = fc.oneof(
  fc.record({ type: fc.constant('percentage' as const), value: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ type: fc.constant('free_shipping' as const), value: fc.constant(0) }),
  fc.record({
    type: fc.constant('fixed' as const),
    value: fc.integer({ min: 100, max: 2_000_000_000 }).map((cents) => cents / 100),
  }),
);
const anyDiscount: fc.Arbitrary<Discount | null> = fc.option(
  anyValue.map((value) => ({ ...value, code: 'PINES', name: 'Prueba' })),
);
const anyCity = fc.oneof(fc.string(), fc.constantFrom('Chillán', 'CHILLAN VIEJO', 'Santiago'));

const pins = (...quantities: number[]) => quantities.map((quantity) => ({ quantity }));

type Choice = { images: readonly PricedChoice[]; discount?: Discount | null; city: string };

const linesAt = (prices: typeof DEFAULT_PRICES, images: readonly PricedChoice[]) =>
  choosePins(images, offeredPins({ prices, press: DEFAULT_PRESS }));

/** Returns the cost at the default prices. */
function price({ city, images, ...choice }: Choice) {
  const { lines, ...figures } = priceOrder({
    ...choice,
    lines: linesAt(DEFAULT_PRICES, images),
    to: { region: '', city },
    shipping: DEFAULT_PRICES,
  });
  expect(lines.map(({ unitPrice }) => unitPrice)).toEqual(images.map(() => 1700));
  return figures;
}

describe('priceOrder', () => {
  test('adds the pins of all pictures and the shipping', () => {
    expect(price({ images: pins(1, 2, 10), city: 'Santiago' })).toEqual({
      pins: 13,
      imagesTotal: 22_100,
      discountCode: null,
      discountAmount: 0,
      subtotalAfterDiscount: 22_100,
      charges: [shippingCharge(4000)],
      totalAmount: 26_100,
    });
  });

  test('sells every pin at the price of the step that the order reaches', () => {
    const steps = [
      { from: 10, price: 1500 },
      { from: 50, price: 1200 },
    ];
    const prices = { ...DEFAULT_PRICES, steps };
    const sums = [9, 10, 49, 50].map((count) => {
      const cost = priceOrder({
        lines: linesAt(prices, pins(count - 1, 1)),
        to: { region: '', city: '' },
        shipping: prices,
      });
      return [...new Set(cost.lines.map(({ unitPrice }) => unitPrice)), cost.imagesTotal];
    });
    expect(sums).toEqual([
      [1700, 15_300],
      [1500, 15_000],
      [1500, 73_500],
      [1200, 60_000],
    ]);
  });

  test('counts the pins of each product for its own steps, and adds the finish to each', () => {
    const [pin] = offeredPins({
      prices: { pin: 1000, steps: [{ from: 10, price: 800 }] },
      press: DEFAULT_PRESS,
    });
    const small = { ...pin, id: 'small', price: { pin: 500, steps: [{ from: 5, price: 400 }] } };
    const magnet = { id: 'iman', name: 'Imán', extra: 300 };
    const lines = [
      { pin: { ...pin, finish: null }, quantity: 4 },
      { pin: { ...small, finish: magnet }, quantity: 5 },
      { pin: { ...pin, finish: magnet }, quantity: 5 },
    ];
    const to = { region: '', city: '' };
    const cost = priceOrder({ lines, to, shipping: DEFAULT_PRICES });
    expect(cost.lines.map(({ unitPrice }) => unitPrice)).toEqual([1000, 700, 1300]);
    expect(cost).toMatchObject({ pins: 14, imagesTotal: 14_000 });
  });

  test('takes a discount off the pins, not off the shipping, and names its code', () => {
    const discount: Discount = { code: 'CLUB10', type: 'percentage', value: 10, name: 'Club' };
    expect(price({ images: pins(3), city: 'Chillán', discount })).toEqual({
      pins: 3,
      imagesTotal: 5100,
      discountCode: 'CLUB10',
      discountAmount: 510,
      subtotalAfterDiscount: 4590,
      charges: [shippingCharge(2500)],
      totalAmount: 7090,
    });
  });

  test('leaves the shipping to pay when the discount covers every pin', () => {
    const discount: Discount = { code: 'TODO', type: 'fixed', value: 1_000_000, name: 'Todo' };
    const pricing = price({ images: pins(1), city: 'Arica', discount });
    expect(pricing).toMatchObject({
      discountAmount: 1700,
      subtotalAfterDiscount: 0,
      totalAmount: 4000,
    });
  });

  test.each([undefined, null])('names no code without a discount (%s)', (discount) => {
    const input = { images: pins(1), city: 'Arica' };
    const pricing = price(discount === undefined ? input : { ...input, discount });
    expect(pricing.discountCode).toBeNull();
  });

  test('never has a negative or fractional figure, and its figures always add up', () => {
    forAll(anyQuantities, anyCity, anyDiscount, (quantities, city, discount) => {
      const { discountCode, charges, ...figures } = price({
        images: pins(...quantities),
        city,
        discount,
      });
      for (const figure of [...Object.values(figures), shippingAmount({ charges })]) {
        expect(Number.isSafeInteger(figure) && figure >= 0).toBe(true);
      }
      expect(discountCode).toBe(discount?.code ?? null);
      expect(figures.pins).toBe(quantities.reduce((sum, next) => sum + next, 0));
      expect(figures.imagesTotal).toBe(figures.pins * 1700);
      expect(figures.discountAmount).toBeLessThanOrEqual(figures.imagesTotal);
      expect(figures.subtotalAfterDiscount).toBe(figures.imagesTotal - figures.discountAmount);
      expect(figures.totalAmount).toBe(figures.subtotalAfterDiscount + sumCharges(charges));
      const least = discount?.type === 'free_shipping' ? 1700 : 2500;
      expect(figures.totalAmount).toBeGreaterThanOrEqual(least);
    });
  });
});

const ARICA = { region: 'XV', city: 'Arica' };

describe('a code for free shipping', () => {
  const discount = { code: 'LLEGA', name: 'Llega', type: 'free_shipping', value: 0 } as const;

  test('leaves the pins as they are and takes the shipping off', () => {
    const pricing = price({ images: pins(2), city: 'Arica', discount });
    expect(pricing).toMatchObject({
      ...{ discountCode: 'LLEGA', discountAmount: 0, imagesTotal: 3400 },
      ...{ subtotalAfterDiscount: 3400, charges: [shippingCharge(0)], totalAmount: 3400 },
    });
    expect(hasFreeShippingCode(pricing)).toBe(true);
  });

  test('is told from every other order', () => {
    const percent = { ...discount, type: 'percentage', value: 100 } as const;
    const other = price({ images: pins(1), city: 'Chillán', discount: percent });
    expect(hasFreeShippingCode(withShipping(other, 0))).toBe(false);
    const plain = withShipping(price({ images: pins(1), city: 'Chillán' }), 0);
    expect(hasFreeShippingCode(plain)).toBe(false);
    expect(hasFreeShippingCode({ ...plain, discountCode: 'LLEGA' })).toBe(true);
  });
});

test('a code whose minimum the pins do not reach does not count', () => {
  const discount = { code: 'DIEZ', name: '', type: 'percentage', value: 10 } as const;
  const of = (minOrderTotal: number) =>
    price({ images: pins(2), city: 'Arica', discount: { ...discount, minOrderTotal } });
  expect(of(3401)).toEqual(price({ images: pins(2), city: 'Arica' }));
  expect(of(3400)).toMatchObject({ discountCode: 'DIEZ', discountAmount: 340 });
});

test('a code for some products takes off their pins alone, and counts for none without them', () => {
  const [pin] = offeredPins({ prices: DEFAULT_PRICES, press: DEFAULT_PRESS });
  const lines = ['pin', 'small'].map((id) => ({ pin: { ...pin, id, finish: null }, quantity: 1 }));
  const half = { code: 'MITAD', name: '', type: 'percentage', value: 50 } as const;
  const cost = (products: string[], images = lines) =>
    priceOrder({
      lines: images,
      to: ARICA,
      discount: { ...half, products },
      shipping: DEFAULT_PRICES,
    });
  expect(cost(['small'])).toMatchObject({ discountCode: 'MITAD', discountAmount: 850 });
  expect(cost(['small', 'pin'])).toMatchObject({ discountAmount: 1700 });
  expect(cost(['other'])).toMatchObject({
    discountCode: null,
    discountAmount: 0,
    totalAmount: 7400,
  });
  // Without pictures, a code that was typed is still shown.
  expect(cost(['other'], [])).toHaveProperty('discountCode', 'MITAD');
});

test('a code for free shipping is not used where there is none to take off', () => {
  const discount: Discount = { code: 'LLEGA', type: 'free_shipping', value: 0, name: '' };
  const priced = (to: Destination, freeShippingFrom: number | null = null) =>
    priceOrder({
      lines: linesAt(DEFAULT_PRICES, pins(2)),
      ...{ to, discount, shipping: { ...DEFAULT_PRICES, freeShippingFrom } },
    });
  expect(priced(ARICA)).toMatchObject({ discountCode: 'LLEGA', totalAmount: 3400 });
  const none = { discountCode: null, totalAmount: 3400 };
  expect(priced({ ...ARICA, way: 'pickup' })).toMatchObject(none);
  expect(priced({ ...ARICA, payShipping: 'onArrival' })).toMatchObject(none);
  expect(priced(ARICA, 3400)).toMatchObject(none);
});

describe('an agreed total', () => {
  const cost = priceOrder({
    lines: linesAt(DEFAULT_PRICES, pins(2)),
    to: ARICA,
    shipping: DEFAULT_PRICES,
  });

  test.each([
    ['the usual one', 7400, 0, 3400, 4000],
    ['below it, off the pins', 6400, 1000, 2400, 4000],
    ['below the shipping, off the shipping too', 1000, 3400, 0, 1000],
    ['of nothing', 0, 3400, 0, 0],
    ['above it, as shipping', 9000, 0, 3400, 5600],
  ])('of %s', (_what, totalAmount, discountAmount, subtotalAfterDiscount, shipping) => {
    expect(priceAtTotal(cost, totalAmount)).toEqual({
      ...cost,
      ...{ totalAmount, discountAmount, subtotalAfterDiscount },
      charges: [shippingCharge(shipping)],
    });
  });

  test.each([
    [5000, { label: 'Rebaja acordada', amount: -700 }],
    [6000, { label: 'Cargo acordado', amount: 300 }],
  ])('of %d beside a code is a charge of its own', (totalAmount, line) => {
    const half: Discount = { code: 'MITAD', type: 'percentage', value: 50, name: '' };
    const order = { lines: linesAt(DEFAULT_PRICES, pins(2)), to: ARICA, shipping: DEFAULT_PRICES };
    const coded = priceOrder({ ...order, discount: half });
    expect(priceAtTotal(coded, totalAmount)).toEqual({
      ...{ ...coded, totalAmount },
      charges: [shippingCharge(4000), { kind: 'agreed', ...line }],
    });
    expect(priceAtTotal(coded, coded.totalAmount)).toEqual(coded);
  });

  test('includes further charges, and leaves them out if they are more than it', () => {
    const urgent = { kind: 'urgent', label: 'Urgente', amount: 3000 };
    const dear = { ...cost, charges: [shippingCharge(4000), urgent], totalAmount: 10_400 };
    expect(priceAtTotal(dear, 9000)).toMatchObject({ discountAmount: 1400, charges: dear.charges });
    expect(priceAtTotal(dear, 12_000).charges).toEqual([shippingCharge(5600), urgent]);
    expect(priceAtTotal(dear, 3500).charges).toEqual([shippingCharge(500), urgent]);
    expect(priceAtTotal(dear, 2000).charges).toEqual([shippingCharge(2000)]);
  });
});
