import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Money } from '#domain/payments/refunds.ts';
import type { PinGroup } from '#domain/pins/choice.ts';
import { forAll } from '#domain/testing/for-all.ts';
import { type Billed, type BillLine, billOf, findOnePrice } from './bill.ts';
import { type Charge, type Cost, priceAtTotal, shippingCharge, withShipping } from './pricing.ts';

const PLAIN: PinGroup = { quantity: 2, name: null, unitPrice: 1700 };
const ARICA = { region: 'XV', city: 'Arica' };
const CHILLAN = { region: 'XVI', city: 'Chillán' };
const URGENT = { kind: 'urgent', label: 'Urgente', amount: 3000 };
const REBATE = { kind: 'rebate', label: 'Rebaja por la espera', amount: -1000 };

/** Returns the cost of two plain pins to Arica, with further charges. */
function costWith(charges: readonly Charge[] = [], changes: Partial<Cost> = {}): Cost {
  const cost = { pins: 2, imagesTotal: 3400, discountCode: null, discountAmount: 0 };
  return withShipping({ ...cost, subtotalAfterDiscount: 3400, charges, ...changes }, 4000);
}

const billed = (changes: Partial<Billed> = {}): Billed => ({
  ...{ cost: costWith(), pins: [PLAIN], delivery: ARICA },
  ...changes,
});

const amountsOf = (lines: readonly BillLine[]) => lines.map(({ label, amount }) => [label, amount]);

describe('a bill', () => {
  test('has pins, their sum, the shipping and the total', () => {
    expect(amountsOf(billOf(billed()))).toEqual([
      ['2 × Pin, $1.700', 3400],
      ['Subtotal imágenes', 3400],
      ['Envío', 4000],
      ['Total', 7400],
    ]);
  });

  test('has a line for each charge and rebate, after the shipping', () => {
    const cost = costWith([URGENT, REBATE]);
    expect(billOf(billed({ cost })).slice(2)).toMatchObject([
      { kind: 'shipping', amount: 4000 },
      { kind: 'charge', label: 'Urgente', amount: 3000 },
      { kind: 'charge', label: 'Rebaja por la espera', amount: -1000 },
      { kind: 'total', amount: 9400 },
    ]);
  });

  test('has the discount with its code, and what the pins cost after it', () => {
    const reduced = { discountCode: 'DIEZ', discountAmount: 340, subtotalAfterDiscount: 3060 };
    expect(billOf(billed({ cost: costWith([], reduced) })).slice(2, 4)).toEqual([
      { kind: 'discount', label: 'Descuento', amount: -340, code: 'DIEZ' },
      { kind: 'discounted', label: 'Subtotal con descuento', amount: 3060 },
    ]);
  });

  test('of several products has a line for each, and no single price', () => {
    const small = { quantity: 3, name: '32 mm con imán', unitPrice: 1200 };
    const cost = costWith([], { pins: 5, imagesTotal: 7000, subtotalAfterDiscount: 7000 });
    const bill = billed({ cost, pins: [PLAIN, small] });
    expect(amountsOf(billOf(bill)).slice(0, 3)).toEqual([
      ['2 × Pin, $1.700', 3400],
      ['3 × 32 mm con imán, $1.200', 3600],
      ['Subtotal imágenes', 7000],
    ]);
    expect(findOnePrice(bill)).toBeNull();
    expect(findOnePrice(billed({ pins: [small] }))).toBeNull();
    expect(findOnePrice(billed())).toBe(1700);
  });

  test('at an agreed total has the difference as a discount without a code', () => {
    const cost = priceAtTotal(costWith([URGENT]), 9000);
    expect(amountsOf(billOf(billed({ cost }))).slice(1)).toEqual([
      ['Subtotal imágenes', 3400],
      ['Descuento', -1400],
      ['Subtotal con descuento', 2000],
      ['Envío', 4000],
      ['Urgente', 3000],
      ['Total', 9000],
    ]);
  });

  test('of an opened order without pictures has no pins', () => {
    const none = { pins: 0, imagesTotal: 0, subtotalAfterDiscount: 0 };
    const cost = priceAtTotal(costWith([], none), 0);
    expect(amountsOf(billOf(billed({ cost, pins: [] })))).toEqual([
      ['Subtotal imágenes', 0],
      ['Envío', 0],
      ['Total', 0],
    ]);
  });

  test.each<[string, Money, number]>([
    ['paid in part', { paid: 5000, refunded: 0 }, 2400],
    ['given back in part', { paid: 7400, refunded: 3400 }, 3400],
    ['paid beyond the total', { paid: 8000, refunded: 0 }, -600],
  ])('of an order that is %s has its payments and its balance', (_what, money, balance) => {
    expect(billOf(billed({ money })).slice(-4)).toMatchObject([
      { kind: 'total', amount: 7400 },
      { kind: 'paid', label: 'Abonado', amount: -money.paid },
      { kind: 'refunded', label: 'Devuelto', amount: money.refunded },
      { kind: 'balance', label: 'Saldo', amount: balance },
    ]);
  });

  test('adds up, with any lines', () => {
    const anyAmount = fc.integer({ min: 0, max: 100_000 });
    const anyCharge = fc.record({
      ...{ kind: fc.constant('any'), label: fc.string() },
      amount: fc.integer({ min: -500, max: 100_000 }),
    });
    forAll(
      fc.array(anyCharge, { maxLength: 4 }),
      fc.integer({ min: 0, max: 3400 }),
      fc.record({ paid: anyAmount, refunded: anyAmount }),
      (charges, discountAmount, money) => {
        const subtotalAfterDiscount = 3400 - discountAmount;
        const cost = costWith(charges, { discountAmount, subtotalAfterDiscount });
        const lines = billOf(billed({ cost, money }));
        const sum = (...kinds: BillLine['kind'][]) =>
          lines
            .filter(({ kind }) => kinds.includes(kind))
            .reduce((total, { amount }) => total + amount, 0);
        expect(sum('pins')).toBe(sum('subtotal'));
        expect(sum('pins', 'discount', 'shipping', 'charge')).toBe(sum('total'));
        expect(sum('total', 'paid', 'refunded')).toBe(sum('balance'));
      },
    );
  });
});

test.each<[string, Partial<Billed>, object]>([
  ['usual', {}, { label: 'Envío', note: null }],
  [
    'to Chillán',
    { delivery: CHILLAN },
    { label: 'Envío', note: 'Envío con descuento por ser de Chillán' },
  ],
  ['free', { delivery: CHILLAN, cost: withShipping(costWith(), 0) }, { code: null, note: null }],
  [
    'free by a code',
    { delivery: CHILLAN, cost: { ...withShipping(costWith(), 0), discountCode: 'LLEGA' } },
    { code: 'LLEGA', note: 'Envío gratis con el código LLEGA' },
  ],
  [
    'picked up',
    { delivery: { ...CHILLAN, way: 'pickup' } },
    { label: 'Retiro', note: 'Retiro en la tienda' },
  ],
  [
    'paid on arrival',
    { delivery: { ...CHILLAN, payShipping: 'onArrival' }, cost: withShipping(costWith(), 0) },
    { label: 'Envío', note: 'Envío (se paga al recibir)' },
  ],
  [
    'paid on arrival by a later correction, at the price that stayed',
    { delivery: { ...CHILLAN, payShipping: 'onArrival' } },
    { label: 'Envío', note: null },
  ],
  [
    'paid on arrival, which no code makes free',
    {
      delivery: { ...CHILLAN, payShipping: 'onArrival' },
      cost: { ...withShipping(costWith(), 0), discountCode: 'LLEGA' },
    },
    { code: null, note: 'Envío (se paga al recibir)' },
  ],
  ["to a courier's office", { delivery: { ...CHILLAN, way: 'branch' } }, { note: null }],
])('the shipping that is %s says so', (_what, changes, line) => {
  const shipping = billOf(billed(changes)).find(({ kind }) => kind === 'shipping');
  expect(shipping).toMatchObject(line);
});

test('the shipping is the only charge of its kind', () => {
  expect(withShipping(costWith([URGENT]), 2500).charges).toEqual([shippingCharge(2500), URGENT]);
});
