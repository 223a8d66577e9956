import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TO_THE_DOOR } from '#domain/ways.ts';
import { OrderDetail } from './OrderDetail.tsx';
import { listShownOrders } from './shown-order.ts';

const pricing = {
  imagesCount: 2,
  uniqueImages: 1,
  pricePerImage: 1700,
  imagesTotal: 3400,
  discountAmount: 0,
  subtotalAfterDiscount: 3400,
  shippingCost: 4000,
  totalAmount: 7400,
};

const orderWith = (figures: unknown) => ({
  id: 'AAAAA-BBBBB',
  createdAt: '2026-03-05T12:00:00.000Z',
  status: 'pending',
  isGuestOrder: false,
  images: [],
  items: [],
  userEmail: 'a@example.cl',
  deliveryData: {
    fullName: 'Ana',
    phone: '912345678',
    email: null,
    region: 'XVI',
    city: 'Chillán',
    address: 'Arauco 1',
    coordinates: null,
    ...TO_THE_DOOR,
    notes: null,
    pricing: figures,
  },
});

const read = (...figures: unknown[]) =>
  listShownOrders.answer.parse({
    success: true,
    orders: figures.map(orderWith),
    nextCursor: null,
  }).orders;

/** The values of 'Detalle de precios', by their names. */
function showPrices(figures: unknown): Record<string, string> {
  const [order] = read(figures);
  const page = order
    ? renderToStaticMarkup(<OrderDetail order={order} onCancelled={() => undefined} />)
    : '';
  const prices = page.slice(page.indexOf('aria-label="Detalle de precios"'));
  const pairs = prices.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]+)<\/dd>/g);
  return Object.fromEntries([...pairs].map(([, name, value]) => [name, value]));
}

const whole = {
  'Cantidad de imágenes': '2',
  'Precio por imagen': '$1.700',
  'Subtotal imágenes': '$3.400',
  'Costo de envío': '$4.000',
  Total: '$7.400',
};

test('a whole price shows whole', () => expect(showPrices(pricing)).toEqual(whole));

test.each([
  ['imagesCount', 'Cantidad de imágenes'],
  ['pricePerImage', 'Precio por imagen'],
  ['imagesTotal', 'Subtotal imágenes'],
  ['shippingCost', 'Costo de envío'],
  ['totalAmount', 'Total'],
])('without %s, %s alone is N/A', (key, name) => {
  for (const value of [undefined, null, 'x']) {
    expect(showPrices({ ...pricing, [key]: value })).toEqual({ ...whole, [name]: 'N/A' });
  }
});

test('an order without any price stands among the others', () => {
  const [bare, other] = read(undefined, pricing);
  expect(bare?.id).toBe('AAAAA-BBBBB');
  expect(other?.deliveryData.pricing.totalAmount).toBe(7400);
  expect(new Set(Object.values(showPrices(undefined)))).toEqual(new Set(['N/A']));
});
