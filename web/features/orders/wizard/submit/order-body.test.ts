import { describe, expect, it } from 'vitest';
import { createOrderBody } from '#contract/orders/orders.ts';
import { emptyDelivery } from '#domain/delivery/delivery.ts';
import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import { FIRST_CHOICE } from '#domain/pins/choice.ts';
import { MIDDLE_CROP } from '#domain/pins/crops.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { FIRST_STYLE } from '#domain/pins/text.ts';
import type { Picture } from '#web/features/uploads/picture.ts';
import {
  draftGroups,
  orderBody,
  priceDraft,
  pricingBasis,
  unofferedPictures,
} from './order-body.ts';

const start = { ...MIDDLE_CROP, x: 0.3 };
const picture: Picture = {
  id: 'p',
  name: 'gato\u0000 \ud83d.jpg',
  size: 1,
  order: 1,
  file: null,
  notes: '  ',
  names: [],
  ...FIRST_CHOICE,
  quantity: 3,
  look: null,
  upload: { imageUrl: '/files/abc', width: 1, height: 1, crop: start },
  refusal: null,
};
const form = {
  ...emptyDelivery,
  fullName: ' محمد 🎈 ',
  phone: '912345678',
  email: 'a@b.cl',
  region: 'XVI',
  city: 'Chillán Viejo',
  address: 'Libertad 1',
};
const seen = { termsVersion: '2026-11-21', promise: { minDays: 5, maxDays: 7 } };
const draft = { pictures: [picture], form, discount: null, agreed: null };
const shop = { prices: DEFAULT_PRICES, press: DEFAULT_PRESS };

describe('the body of an order', () => {
  it('is what the contract asks for, without undefined fields', () => {
    const body = JSON.parse(JSON.stringify(orderBody(draft, shop, seen)));
    expect(createOrderBody({ isGuest: true }).safeParse(body).success).toBe(true);
    expect(body.images[0]).not.toHaveProperty('notes');
    expect(body.deliveryData).not.toHaveProperty('notes');
    expect(body.deliveryData.fullName).toBe('محمد 🎈');
    expect(body.seen).toEqual(seen);
  });

  it('carries the crop that was seen: the chosen one, else the start', () => {
    expect(orderBody(draft, shop, seen).images[0]).toMatchObject({ crop: start });
    const crop = { ...MIDDLE_CROP, diameter: 0.4, rotation: 15 };
    const chosen = { ...draft, pictures: [{ ...picture, crop }] };
    expect(orderBody(chosen, shop, seen).images[0]).toMatchObject({ crop });
  });

  it('has an item for each name of a list, with its own quantity', () => {
    const text = { ...FIRST_STYLE, value: 'Camila' };
    const names = [
      { value: 'Camila', quantity: 1 },
      { value: 'Luz', quantity: 2 },
    ];
    const listed = { ...draft, pictures: [{ ...picture, text, names }] };
    const body = JSON.parse(JSON.stringify(orderBody(listed, shop, seen)));
    expect(createOrderBody({ isGuest: true }).safeParse(body).success).toBe(true);
    expect(body.images).toMatchObject([
      { imageUrl: '/files/abc', quantity: 1, text },
      { imageUrl: '/files/abc', quantity: 2, text: { ...text, value: 'Luz' } },
    ]);
    expect(body.images[0]).not.toHaveProperty('names');
    expect(body.deliveryData.pricing).toMatchObject({ imagesCount: 3, uniqueImages: 2 });
    expect(pricingBasis(listed, shop)).not.toBe(pricingBasis(draft, shop));
  });

  it('prices by the shop’s rules', () => {
    expect(priceDraft(draft, shop)).toMatchObject({
      imagesCount: 3,
      uniqueImages: 1,
      imagesTotal: 5100,
      shippingCost: 2500,
      totalAmount: 7600,
    });
  });

  it('takes the figures that the shop announced, until the choice changes', () => {
    const pricing = { ...priceDraft(draft, shop), pricePerImage: 2000, totalAmount: 8500 };
    const told = { ...draft, agreed: { basis: pricingBasis(draft, shop), pricing } };
    expect(priceDraft(told, shop).totalAmount).toBe(8500);
    const changed = { ...told, pictures: [{ ...picture, quantity: 4 }] };
    expect(priceDraft(changed, shop).pricePerImage).toBe(1700);
    const dearer = { ...shop, prices: { ...DEFAULT_PRICES, pin: 2100 } };
    expect(priceDraft(told, dearer).pricePerImage).toBe(2100);
  });
});

describe('an order of several kinds', () => {
  const small = {
    ...{ id: 'pin-32', name: '32 mm', press: { face: 32, cut: 43, safe: 27 }, price: 1200 },
    ...{ steps: [{ from: 3, price: 990 }], finishes: [{ id: 'iman', name: 'Imán', extra: 300 }] },
  };
  const first = { ...small, id: 'pin', name: '58 mm', price: 1700, steps: [], finishes: [] };
  const both = { ...shop, products: [first, small] };
  const magnet = { ...picture, id: 'q', product: 'pin-32', finish: 'iman' };
  const kinds = { ...draft, pictures: [picture, magnet] };

  it('is priced and told kind by kind; a shop with one kind tells none', () => {
    expect(draftGroups(kinds, both)).toEqual([
      { quantity: 3, name: '58 mm', unitPrice: 1700 },
      { quantity: 3, name: '32 mm con imán', unitPrice: 1290 },
    ]);
    expect(priceDraft(kinds, both).imagesTotal).toBe(3 * 1700 + 3 * 1290);
    expect(orderBody(kinds, both, seen).images[1]).toMatchObject({
      product: 'pin-32',
      finish: 'iman',
    });
    expect(draftGroups(draft, shop)).toEqual([]);
  });

  it('names the pictures whose pin is no longer on offer', () => {
    expect(unofferedPictures(kinds, both)).toEqual([]);
    expect(unofferedPictures(kinds, shop)).toEqual([magnet]);
    expect(priceDraft(kinds, shop).imagesTotal).toBe(3 * 1700);
    const dull = { ...both, products: [first, { ...small, finishes: [] }] };
    expect(unofferedPictures(kinds, dull)).toEqual([magnet]);
  });

  it('takes figures that the shop announced only while its products stay', () => {
    const basis = pricingBasis(kinds, both);
    expect(pricingBasis(kinds, { ...both, products: [first, { ...small, price: 1250 }] })).not.toBe(
      basis,
    );
    expect(pricingBasis({ ...kinds, pictures: [picture, picture] }, both)).not.toBe(basis);
  });
});
