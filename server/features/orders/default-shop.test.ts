import { expect, test } from 'vitest';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { openAccount } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { openAdminShop } from '#server/testing/admin-shop.ts';
import { addCode } from '#server/testing/orders.ts';
import { anyDatabase } from '#server/testing/shop.ts';

const recipient = {
  fullName: 'Rosa Ñanculef',
  phone: '+56 9 1234 5678',
  region: 'XVI',
  city: 'Chillán',
  address: 'Av. Libertad 123',
};
const figures = {
  imagesCount: 3,
  uniqueImages: 2,
  pricePerImage: 1700,
  imagesTotal: 5100,
  discountAmount: 0,
  subtotalAfterDiscount: 5100,
  shippingCost: 2500,
  totalAmount: 7600,
};
const reduced = {
  ...figures,
  ...{ discountCode: 'DIEZ', discountAmount: 510 },
  ...{ subtotalAfterDiscount: 4590, totalAmount: 7090 },
};
const arrival = { from: '2026-12-01', to: '2026-12-03' };

/** What a program knows that was written when the shop had one pin; new fields may be beside it. */
const config = {
  shop: { name: 'Pines', email: '', whatsapp: '', rut: '', address: 'Chillán, Chile' },
  shown: {
    ...{ pin: '$1.700', shippingChillan: '$2.500', shipping: '$4.000' },
    ...{ days: '5-7', daysInWords: '5 a 7 días hábiles' },
    arrival: 'entre el 1 de diciembre y el 3 de diciembre',
  },
  arrival,
  press: DEFAULT_PRESS,
  prices: {
    ...{ pin: 1700, steps: [], shippingChillan: 2500, shipping: 4000 },
    ...{ shippingByRegion: [], freeShippingFrom: null },
  },
  delivery: { minDays: 5, maxDays: 7, closures: [] },
  notice: { text: '', ordersClosed: false, closedText: '' },
  termsVersion: expect.any(String),
  auth: { provider: 'embedded', google: false },
  maps: { provider: 'osm', tilesUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png' },
};
const imageUrl = expect.stringMatching(/^\/files\/[\w-]{24}\.webp$/);
const thumbnailUrl = expect.stringMatching(/^\/files\/[\w-]{24}-mini\.webp$/);
const item = { imageUrl, thumbnailUrl, notes: null, crop: null, press: DEFAULT_PRESS };
const orderOf = (isGuestOrder: boolean, email: string, pricing: object) => ({
  status: 'pending',
  progress: {
    steps: ['received', 'paid', 'production', 'dispatched'].map((step) => ({
      ...{ step, isDone: step === 'received' },
      on: step === 'received' ? '2026-11-24' : null,
    })),
    proof: null,
  },
  ...{ receipt: null, isGuestOrder },
  images: [imageUrl, imageUrl],
  items: [
    { ...item, originalName: 'foto 1.jpg', quantity: 1 },
    { ...item, originalName: 'foto 2.jpg', quantity: 2 },
  ],
  userEmail: email,
  deliveryData: {
    ...{ ...recipient, email: isGuestOrder ? email : null },
    ...{ coordinates: null, notes: null, pricing },
  },
});
/** Beside the order, for its buyer and for the owner. */
const buyers = { howToPay: null, parcel: null, arrival };
const owners = {
  ...{ notes: null, internalNotes: null, version: 1, payment: null },
  shipping: { courier: null, trackingNumber: null },
  termsVersion: expect.any(String),
};

test.each(anyDatabase)('a shop with one pin answers on %s as it always did', async (kind) => {
  let now = Date.parse('2026-11-24T15:00:00Z');
  const { shop, ask } = await openAdminShop(kind, { clock: () => now });
  await addCode(shop.context, 'DIEZ');
  const pictures = await addPictures(shop.context, 4);
  const bodyOf = (from: number, pricing: object, more: object = {}) => ({
    images: pictures
      .slice(from, from + 2)
      .map((url, at) => ({
        ...{ imageUrl: url, originalName: `foto ${at + 1}.jpg`, quantity: at + 1 },
      })),
    deliveryData: { ...recipient, ...more, pricing },
  });
  const guest = orderOf(true, 'rosa@correo.cl', figures);
  const own = orderOf(false, 'ana@correo.cl', reduced);

  const home = await shop.call('/api/config');
  expect(home.body).toMatchObject({ success: true, ...config });
  const json = bodyOf(0, figures, { email: 'rosa@correo.cl' });
  const ordered = await shop.call('/api/orders', { json });
  expect(ordered).toMatchObject({ status: 201, body: { order: { ...guest, ...buyers } } });
  now += 60_000;
  const buyer = await openAccount(shop, 'ana@correo.cl');
  const answer = await buyer.call('/api/orders', { json: bodyOf(2, reduced) });
  expect(answer).toMatchObject({ status: 201, body: { order: { ...own, ...buyers } } });
  const { body } = await buyer.call('/api/orders');
  expect(body).toMatchObject({ orders: [{ ...own, ...buyers }], nextCursor: null });
  const all = (await ask('/orders')).body;
  expect(all).toMatchObject({ orders: [own, guest].map((order) => ({ ...order, ...owners })) });
  // Delivery to the door is the default, which no response mentions.
  const answers = [home, ordered, answer].map((each) => JSON.stringify(each.body));
  expect(`${answers}${JSON.stringify([body, all])}`).not.toMatch(/"(way|branch|payShipping)"/);
  await shop.close();
});
