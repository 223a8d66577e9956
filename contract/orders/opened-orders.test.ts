import { describe, expect, test } from 'vitest';
import { problemsOf } from '#contract/base/rules.ts';
import { priceByDefault } from '#contract/testing/price-by-default.ts';
import { openOrder } from './opened-orders.ts';

const buyer = { fullName: 'Ana', phone: '912345678' };
const image = { imageUrl: '/files/a.webp', originalName: 'a.png', quantity: 2 };
const pricing = priceByDefault({ images: [image], city: '' });
const withCode = { ...buyer, pricing: { ...pricing, discountCode: 'CLUB10' } };
const wrong = (body: object) =>
  Object.keys(problemsOf(openOrder.body, { images: [], deliveryData: buyer, ...body }));

describe('an order that the shop opens', () => {
  test('needs a name and a phone or an e-mail, and neither pictures nor a price', () => {
    expect(wrong({})).toEqual([]);
    expect(wrong({ deliveryData: {} })).toEqual(['deliveryData.fullName', 'deliveryData.phone']);
    expect(wrong({ deliveryData: { fullName: 'Ana', email: 'ana@correo.cl' } })).toEqual([]);
    expect(wrong({ deliveryData: { fullName: 'Ana', email: 'ana..b@gmail.com' } })).toEqual([
      'deliveryData.email',
    ]);
    expect(wrong({ deliveryData: { fullName: '\u200b', phone: '09 1234-5678' } })).toEqual([
      'deliveryData.fullName',
    ]);
  });

  test.each([
    [0, []],
    [1_000_000_000, []],
    [-1, ['agreedTotal']],
    [1_000_000_001, ['agreedTotal']],
    [1.5, ['agreedTotal']],
  ])('may be agreed at %d pesos: %j', (agreedTotal, fields) => {
    expect(wrong({ agreedTotal })).toEqual(fields);
  });

  test('takes a code only with its pictures and at the prices of the shop', () => {
    const field = 'deliveryData.pricing.discountCode';
    expect(wrong({ images: [image], deliveryData: withCode })).toEqual([]);
    expect(wrong({ deliveryData: withCode })).toEqual([field]);
    expect(wrong({ images: [image], deliveryData: withCode, agreedTotal: 5000 })).toEqual([field]);
    expect(wrong({ images: [image], deliveryData: { ...buyer, pricing } })).toEqual([]);
  });
});
