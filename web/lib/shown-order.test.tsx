import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { sampleDelivery } from '#domain/testing/sample-delivery.ts';
import { OrderDetail } from '#web/features/orders/history/OrderDetail.tsx';
import { WaysToPay } from '#web/features/payments/WaysToPay.tsx';
import { unfilledConfig } from '#web/prerender.tsx';
import { pageConfig } from './config.ts';
import { listShownOrders } from './shown-order.ts';

pageConfig.set(unfilledConfig);

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

const orderWith = (figures: unknown, items: readonly unknown[] = []) => ({
  id: 'AAAAA-BBBBB',
  createdAt: '2026-03-05T12:00:00.000Z',
  status: 'pending',
  isGuestOrder: false,
  images: [],
  items,
  userEmail: 'a@example.cl',
  deliveryData: { ...sampleDelivery, pricing: figures },
});

const readOrders = (orders: readonly unknown[]) =>
  listShownOrders.answer.parse({ success: true, orders, nextCursor: null }).orders;

const read = (...figures: unknown[]) => readOrders(figures.map((each) => orderWith(each)));

/** Returns the values of 'Detalle de precios', by label. */
function showPrices(figures: unknown, items?: readonly unknown[]): Record<string, string> {
  const [order] = readOrders([orderWith(figures, items)]);
  const page = order
    ? renderToStaticMarkup(<OrderDetail order={order} onUpdated={() => undefined} />)
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

test('an unpaid order says until when it may be paid', () => {
  const [order] = readOrders([{ ...orderWith(pricing), payBy: '2026-03-15' }]);
  const page = order && renderToStaticMarkup(<WaysToPay order={order} online={null} />);
  expect(page).toContain('<strong>15/3/2026</strong>');
});

test('the balance of an order that is picked up is paid before that', () => {
  const paid = { ...orderWith(pricing), deposit: { amount: 700, isPaid: true }, amountDue: 1000 };
  const deliveryData = { ...paid.deliveryData, way: 'pickup' };
  const [sent, pickedUp] = readOrders([paid, { ...paid, deliveryData }]);
  const show = (order = sent) =>
    order && renderToStaticMarkup(<WaysToPay {...{ order, online: null }} />);
  expect(show()).toContain('se paga antes del despacho.');
  expect(show(pickedUp)).toContain('se paga antes de retirarlo.');
});

test('pins of several prices show each, not that of the first alone', () => {
  const pin = {
    ...{ imageUrl: '/a.webp', thumbnailUrl: '/a.webp', originalName: 'a.png', notes: null },
    ...{ quantity: 3, crop: null, press: DEFAULT_PRESS, finish: null, unitPrice: 1700 },
    product: { id: 'pin', name: 'Pin' },
  };
  const small = { ...pin, product: { id: 'chico', name: '32 mm' }, unitPrice: 1200 };
  const { 'Precio por imagen': _, ...others } = whole;
  expect(showPrices(pricing, [pin, pin])).toEqual(whole);
  expect(showPrices(pricing, [pin, small])).toEqual({
    ...others,
    '3 × Pin, $1.700': '$5.100',
    '3 × 32 mm, $1.200': '$3.600',
  });
});

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

test('an order without any price is listed among the others', () => {
  const [bare, other] = read(undefined, pricing);
  expect(bare?.id).toBe('AAAAA-BBBBB');
  expect(other?.deliveryData.pricing.totalAmount).toBe(7400);
  expect(new Set(Object.values(showPrices(undefined)))).toEqual(new Set(['N/A']));
});

test('an order without items, on a page without a cursor, is listed', () => {
  const { items: _, ...bare } = orderWith(pricing);
  const { orders, nextCursor } = listShownOrders.answer.parse({ success: true, orders: [bare] });
  expect([orders[0]?.items, nextCursor]).toEqual([[], null]);
});

const DAYS = 'entre el 16 de marzo y el 18 de marzo';
const PICKUP = { place: 'Arauco 5, Chillán', hours: '10 a 18 h' };
const home = {};
const office = { way: 'branch', courier: 'Starken', branch: 'Centro', address: '' };
const pickup = { way: 'pickup', region: '', city: '', address: '' };

/** Renders the page of an order by its way of delivery, with these steps done. */
function showWay(way: { way?: string }, done: readonly string[], changes: object = {}): string {
  const order = orderWith(pricing);
  const ready = way.way === 'pickup' ? ['ready'] : [];
  const steps = ['received', 'paid', ...ready, 'dispatched'].map((step) => ({
    ...{ step, isDone: done.includes(step), on: null },
  }));
  const [shown] = listShownOrders.answer.parse({
    success: true,
    orders: [
      {
        ...order,
        progress: { steps, proof: null },
        arrival: { from: '2026-03-16', to: '2026-03-18' },
        parcel: { courier: 'Starken', tracking: null, trackingUrl: null },
        ...(way.way === 'pickup' ? { pickup: PICKUP } : {}),
        deliveryData: { ...order.deliveryData, ...way },
        ...changes,
      },
    ],
    nextCursor: null,
  }).orders;
  if (!shown) throw new Error('no order');
  return renderToStaticMarkup(<OrderDetail order={shown} onUpdated={() => undefined} />);
}

test.each([
  ['unpaid, to the door', home, [], `Si pagas hoy, llega ${DAYS}.`],
  ['paid, to the door', home, ['paid'], `Llega ${DAYS}.`],
  ['sent, to the door', home, ['paid', 'dispatched'], `Va en camino: llega ${DAYS}.`],
  [
    'unpaid, to an office',
    office,
    [],
    `Si pagas hoy, llega a la oficina de Starken (Centro) ${DAYS}.`,
  ],
  ['paid, to an office', office, ['paid'], `Llega a la oficina de Starken (Centro) ${DAYS}.`],
  [
    'sent, to an office',
    office,
    ['paid', 'dispatched'],
    `Va en camino: llega a la oficina de Starken (Centro) ${DAYS}.`,
  ],
  [
    'unpaid, picked up',
    pickup,
    [],
    `Si pagas hoy, puedes retirarlo ${DAYS} en Arauco 5, Chillán, 10 a 18 h.`,
  ],
  [
    'paid, picked up',
    pickup,
    ['paid'],
    `Puedes retirarlo ${DAYS} en Arauco 5, Chillán, 10 a 18 h.`,
  ],
  [
    'ready, picked up',
    pickup,
    ['paid', 'ready'],
    'Está listo para retirar en Arauco 5, Chillán, 10 a 18 h.',
  ],
])('an order that is %s says when and where', (_name, way, done, text) => {
  const page = showWay(way, done);
  expect(page).toContain(`<p>${text}</p>`);
  const isPickup = way === pickup;
  expect(page.includes('<dt>Dónde se retira</dt><dd dir="auto">Arauco 5, Chillán</dd>')).toBe(
    isPickup,
  );
  expect(page.includes('<dt>Horario</dt><dd dir="auto">10 a 18 h</dd>')).toBe(isPickup);
  expect(page.includes('<strong>Despachado</strong>')).toBe(!isPickup);
  expect(page.includes('<strong>Listo para retirar</strong>')).toBe(isPickup);
  expect(page.includes('<strong>Entregado</strong>')).toBe(isPickup);
  expect(page.includes('Va por ')).toBe(!isPickup && done.includes('dispatched'));
});

test('a late order says so instead of a day, until it is sent', () => {
  const late = { arrival: null, status: 'processing' };
  expect(showWay(home, ['paid'], late)).toContain('Tu pedido va con retraso. ');
  expect(showWay(home, ['paid', 'dispatched'], late)).not.toContain('con retraso');
});

test('an order that left unpaid asks for its price before anything else', () => {
  const owed = { status: 'completed', arrival: null, amountDue: 7400, complainBy: '2026-04-01' };
  const page = showWay(home, ['dispatched'], owed);
  expect(page).toMatch(/Falta el pago de [^.]*<strong>\$7\.400</);
  expect(page.indexOf('Cómo pagar')).toBeLessThan(page.indexOf('Si algo salió mal'));
});

test('what waits to be picked up says so after its days, unless it is cancelled', () => {
  const done = ['paid', 'ready'];
  expect(showWay(pickup, done, { arrival: null })).toContain('<p>Está listo para retirar en ');
  const cancelled = { arrival: null, status: 'cancelled' };
  expect(showWay(pickup, done, cancelled)).not.toContain('<p>Está listo para retirar');
  expect(showWay(pickup, [...done, 'dispatched'])).not.toContain('<p>Está listo para retirar');
});

test.each([
  ['another picture', { picturesRequested: true }, 'Necesitamos otra imagen: te enviamos'],
  ['an approval', { progress: { steps: [], proof: 'open' } }, 'Te enviamos una prueba por correo'],
])('the page says that the shop asked for %s, unless it is cancelled', (_name, asked, text) => {
  expect(showWay(home, [], asked)).toContain(text);
  expect(showWay(home, [], { ...asked, status: 'cancelled' })).not.toContain(text);
  expect(showWay(home, [], { ...asked, cancelRequested: true })).not.toContain(text);
});

test('an open request for a change promises an answer, until its order has ended', () => {
  const request = { at: '2026-03-09T12:00:00Z', isOpen: true, accepted: null, answer: null };
  const asked = { changeRequest: request };
  expect(showWay(home, [], asked)).toContain('Lo vemos y te contestamos por correo');
  for (const status of ['cancelled', 'completed']) {
    const page = showWay(home, [], { ...asked, status });
    expect(page).toContain('Pediste un cambio el ');
    expect(page).not.toContain('te contestamos');
  }
  const accepted = { changeRequest: { ...request, isOpen: false, accepted: true } };
  expect(showWay(home, [], accepted)).toContain('Lo hacemos.');
  const sent = showWay(home, [], { ...accepted, status: 'completed' });
  expect(sent).toMatch(/Pediste un cambio el [^<]* Te dijimos que sí\./);
});
