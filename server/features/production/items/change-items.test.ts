import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openOrder as openOrderCall } from '#contract/orders/opened-orders.ts';
import type { Pricing } from '#contract/orders/pricing.ts';
import { changeItems as changeItemsCall, type SentItems } from '#contract/production/items.ts';
import { DAY_MS } from '#domain/base/dates.ts';
import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import type { Product } from '#domain/pins/products.ts';
import { updateStatistics } from '#server/features/payments/statistics.ts';
import { pictureId } from '#server/features/uploads/urls.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { detailed, refused } from '#server/testing/admin-shop.ts';
import { addCode, makeOrder, placed } from '#server/testing/orders.ts';
import { lastProofToken, viewProof } from '#server/testing/proofs.ts';
import { databases, testOnAny, useCheckedAdminShop } from '#server/testing/use-shop.ts';
import { writeMails } from '#server/testing/work-off.ts';

const BIG: Product = {
  ...{ id: 'grande', name: 'Grande', press: { face: 75, cut: 86, safe: 66 } },
  ...{ price: 3000, steps: [{ from: 10, price: 2500 }], retired: false },
  finishes: [
    { id: 'alfiler', name: 'Alfiler', extra: 0 },
    { id: 'iman', name: 'Imán', extra: 300 },
  ],
};
const SMALL: Product = {
  ...{ id: 'chico', name: 'Chico', press: { face: 32, cut: 43, safe: 27 } },
  ...{ price: 1000, steps: [{ from: 10, price: 800 }], finishes: [], retired: false },
};

describe.each(databases)('a placed order is changed on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const adminShop = useCheckedAdminShop(kind);
  beforeAll(async () => {
    await sell(SMALL, BIG);
  });

  const sell = (...products: Product[]) => adminShop.saveSettings('products', { products });
  const fresh = async () => (await addPictures(adminShop.shop.context, 1))[0] ?? '';
  const put = (id: string, body: SentItems, query = '', headers = {}) =>
    adminShop.ask(`/orders/${id}/items${query}`, { method: 'PUT', json: body, headers });
  const preview = async (id: string, body: SentItems) =>
    changeItemsCall.answer.parse((await put(id, body, '?preview=true')).body);
  const placeItems = async (
    items: { quantity: number; product?: string }[],
    email = 'camila@correo.cl',
  ) => {
    const pictures = await addPictures(adminShop.shop.context, items.length);
    const images = items.map((item, at) => ({ imageUrl: pictures[at] ?? '', ...item }));
    const body = makeOrder({ images, delivery: { email } });
    const first = await adminShop.shop.placeOrder(body);
    const { pricing } = first.body as { pricing: Pricing };
    const deliveryData = { ...body.deliveryData, pricing };
    return placed(await adminShop.shop.placeOrder({ ...body, deliveryData }));
  };
  const pay = (id: string) =>
    adminShop.change(`${id}/payment`, { paidAt: '2026-11-02', how: 'Efectivo' });

  test('kept items have the prices of their day, new ones those of today', async () => {
    const { id, items } = await placeItems([{ quantity: 4 }, { quantity: 2, product: 'grande' }]);
    expect(items.map(({ unitPrice }) => unitPrice)).toEqual([1000, 3000]);
    await sell({ ...SMALL, price: 1500, steps: [] }, { ...BIG, price: 4000, steps: [] });
    const imageUrl = await fresh();
    const body: SentItems = {
      items: [
        { n: 2, quantity: 3, finish: 'iman' },
        // The price tier of its day counts the new pins of its product, too.
        { n: 1, quantity: 7 },
        { imageUrl, quantity: 3, product: 'chico' },
      ],
    };
    const asked = await preview(id, body);
    expect(asked).toMatchObject({ balance: 9900 + 5600 + 4500 + 2500 });
    expect(await adminShop.read(id)).toMatchObject({ version: 1, items: [{}, {}] });
    const changed = detailed(await put(id, body));
    expect(changed.deliveryData.pricing).toEqual('pricing' in asked && asked.pricing);
    expect(changed.items).toMatchObject([
      { quantity: 3, unitPrice: 3300, product: { id: 'grande' }, finish: { id: 'iman' } },
      { quantity: 7, unitPrice: 800 },
      { quantity: 3, unitPrice: 1500 },
    ]);
    // Another product of that day has its price of that day.
    const again = await put(id, {
      items: [
        { n: 3, quantity: 1 },
        { n: 2, quantity: 1, product: 'grande' },
      ],
    });
    expect(detailed(again).items).toMatchObject([
      { unitPrice: 1500, product: { id: 'chico' } },
      { unitPrice: 3000, product: { id: 'grande' }, finish: { id: 'alfiler' } },
    ]);
    await sell(SMALL, BIG);
  });

  test('a paid order made cheaper gives money back, its proof is void, its buyer gets one mail', async () => {
    const { id } = await placeItems([{ quantity: 5 }, { quantity: 5 }]);
    await pay(id);
    await adminShop.change(`${id}/proofs`, {}, 'POST');
    const proof = await lastProofToken(adminShop.shop, id);
    const changed = detailed(await put(id, { items: [{ n: 2, quantity: 4 }] }));
    const total = 4 * 1000 + 2500;
    expect(changed).toMatchObject({
      balance: total - 10_500,
      proof: { state: 'void' },
      refunds: [{ amount: 10_500 - total, reason: 'change', doneOn: null }],
    });
    expect((await viewProof(adminShop.shop, proof)).status).toBe(404);
    expect(changed.history.at(-1)).toMatchObject({
      action: 'items_changed',
      changes: expect.arrayContaining([
        { field: 'itemRemoved', from: 1 },
        { field: 'item', to: 1 },
        { field: 'quantity', from: 5, to: 4 },
        { field: 'totalAmount', from: 10_500, to: total },
      ]),
    });
    expect(await adminShop.mailed(id, 'order_changed')).toHaveLength(1);
    const mails = await writeMails(adminShop.shop);
    const { text } = mails.find(({ subject }) => subject === `Cambiamos tu pedido ${id}`) ?? {};
    for (const line of [
      'Imagen 1 de antes: quitada',
      'Imagen 1: 5 → 4 pines',
      'Te devolvemos: $4.000',
    ]) {
      expect(text).toContain(line);
    }
    // The same again changes nothing and mails nobody.
    expect(detailed(await put(id, { items: [{ n: 1, quantity: 4 }] })).version).toBe(
      changed.version,
    );
  });

  testAbove('a paid order made dearer waits for the balance, which can be paid', async () => {
    const { id } = await placeItems([{ quantity: 1 }]);
    await pay(id);
    const dearer = detailed(await put(id, { items: [{ n: 1, quantity: 3 }] }));
    expect(dearer).toMatchObject({ balance: 2000, amountDue: 2000 });
    for (const mark of ['printed', 'packed']) await adminShop.change(`${id}/marks/${mark}`, {});
    expect(await adminShop.waitOf(id)).toBe('balance');
    await pay(id);
    expect(await adminShop.read(id)).toMatchObject({
      ...{ balance: 0, amountDue: 0, waitsFor: 'dispatch' },
      payments: [{ amount: 3500 }, { amount: 2000 }],
    });
  });

  testAbove('a code counts anew; below its minimum it is dropped, its use given back', async () => {
    const { context } = adminShop.shop;
    const discount = await addCode(context, 'DESDE5', { min_order_total: 5000, max_uses: 1 });
    const uses = async () => {
      const codes = context.db.queries.selectFrom('discount_codes').where('code', '=', 'DESDE5');
      return (await codes.select('current_uses').executeTakeFirstOrThrow()).current_uses;
    };
    const body = makeOrder({ images: [{ imageUrl: await fresh(), quantity: 6 }], discount });
    const other = await adminShop.shop.placeOrder(body);
    const { pricing } = other.body as { pricing: Pricing };
    const order = placed(
      await adminShop.shop.placeOrder({ ...body, deliveryData: { ...body.deliveryData, pricing } }),
    );
    expect([order.deliveryData.pricing.discountAmount, await uses()]).toEqual([600, 1]);
    const more = detailed(await put(order.id, { items: [{ n: 1, quantity: 9 }] }));
    expect(more.deliveryData.pricing).toMatchObject({
      discountAmount: 900,
      discountCode: 'DESDE5',
    });
    const less = detailed(await put(order.id, { items: [{ n: 1, quantity: 4 }] }));
    expect(less.deliveryData.pricing).toMatchObject({ discountAmount: 0, totalAmount: 6500 });
    expect([less.deliveryData.pricing.discountCode, await uses()]).toEqual([undefined, 0]);
    const mails = await writeMails(adminShop.shop);
    const told = mails.find(({ text = '' }) => text.includes('Código DESDE5'));
    expect(told?.text).toContain('Código DESDE5: ya no vale para este pedido');
  });

  testAbove('charges are set, kept and removed; another total is agreed', async () => {
    const { id } = await placeItems([{ quantity: 2 }]);
    const items = [{ n: 1, quantity: 2 }];
    const lines = [
      { label: 'Diseño', amount: 5000 },
      { label: 'Descuento por colegio', amount: -1000 },
    ];
    const total = async (body: SentItems) =>
      detailed(await put(id, body)).deliveryData.pricing.totalAmount;
    expect(await total({ items, charges: lines })).toBe(8500);
    expect((await adminShop.read(id)).charges).toMatchObject(lines);
    expect(await total({ items: [{ n: 1, quantity: 3 }] })).toBe(9500);
    expect(await total({ items, agreedTotal: 7000 })).toBe(7000);
    expect(await total({ items, charges: [] })).toBe(4500);
    const below = await put(id, { items, charges: [{ label: 'Regalo', amount: -4501 }] });
    expect([refused(below), below.body.fields]).toEqual([
      '400 validation_failed',
      { charges: 'El total no puede quedar bajo cero' },
    ]);
    expect(await total({ items, charges: [{ label: 'Regalo', amount: -4500 }] })).toBe(0);
  });

  testAbove('shipping stays as it was unless the change makes it free or not', async () => {
    const prices = (values: object) =>
      adminShop.saveSettings('prices', { ...DEFAULT_PRICES, pin: 1000, ...values });
    const { id } = await placeItems([{ quantity: 2 }]);
    await prices({ shippingChillan: 9000, freeShippingFrom: 20_000, steps: SMALL.steps });
    const shipping = async (quantity: number) =>
      detailed(await put(id, { items: [{ n: 1, quantity }] })).deliveryData.pricing.shippingCost;
    expect(await shipping(3)).toBe(2500);
    expect(await shipping(50)).toBe(0);
    expect(await shipping(2)).toBe(9000);
    await prices({ steps: SMALL.steps });
  });

  test('pictures are replaced, kept for a while, removed, and follow their items', async () => {
    const { context } = adminShop.shop;
    const { id, items } = await placeItems([{ quantity: 1 }, { quantity: 1 }, { quantity: 1 }]);
    const [first, second, third] = items.map(({ imageUrl }) => pictureId(imageUrl));
    const imageUrl = await fresh();
    await put(id, {
      items: [1, 2, 3].map((n) => ({ n, quantity: 1, ...(n === 2 ? { imageUrl } : {}) })),
    });
    await put(id, {
      items: [
        { n: 3, quantity: 1 },
        { n: 2, quantity: 1 },
      ],
    });
    const shown = await adminShop.read(id);
    expect(shown.items.map((item) => pictureId(item.imageUrl))).toEqual([
      third,
      pictureId(imageUrl),
    ]);
    expect(shown.previousPictures).toMatchObject([{ n: 2 }]);
    const left = await context.db.queries.selectFrom('uploads').select('id').execute();
    const ids = left.map((upload) => upload.id);
    expect([first, second, third].map((each) => ids.includes(each ?? ''))).toEqual([
      false,
      true,
      true,
    ]);
    const back = await adminShop.change(`${id}/items/2/previous-picture`, {}, 'POST');
    expect(pictureId(detailed(back).items[1]?.imageUrl ?? '')).toBe(second);
    const other = await placeItems([{ quantity: 1 }]);
    const body = { items: [{ quantity: 1, imageUrl: other.items[0]?.imageUrl ?? '' }] };
    const anothers = await placeItems([{ quantity: 1 }], 'otra@correo.cl');
    expect(refused(await put(anothers.id, body))).toBe('409 image_already_ordered');
    // A picture of the same buyer's other order may be used again.
    expect((await put(id, body)).status).toBe(200);
  });

  testAbove('an agreed total beside a code is a line of its own, which goes with it', async () => {
    const discount = await addCode(adminShop.shop.context, 'ACUERDO');
    const body = makeOrder({ images: [{ imageUrl: await fresh(), quantity: 4 }], discount });
    const other = await adminShop.shop.placeOrder(body);
    const { pricing } = other.body as { pricing: Pricing };
    const { id } = placed(
      await adminShop.shop.placeOrder({ ...body, deliveryData: { ...body.deliveryData, pricing } }),
    );
    const items = [{ n: 1, quantity: 4 }];
    const priced = async (body: object) => {
      const { charges, deliveryData } = detailed(await put(id, { items, ...body }));
      const { discountAmount, totalAmount } = deliveryData.pricing;
      return { charges, discountAmount, totalAmount };
    };
    const usual = await priced({});
    const agreed = usual.totalAmount - 600;
    const line = { kind: 'agreed', label: 'Rebaja acordada', amount: -600 };
    const lowered = { ...usual, charges: [line], totalAmount: agreed };
    expect(await priced({ agreedTotal: agreed })).toEqual(lowered);
    expect(await priced({ agreedTotal: agreed })).toEqual(lowered);
    expect((await adminShop.read(id)).agreedTotal).toBe(agreed);
    expect(await priced({})).toEqual(usual);
  });

  test('statistics of a past day follow a change of the product alone', async () => {
    const { context } = adminShop.shop;
    const { id } = await placeItems([{ quantity: 1 }]);
    const past = Date.now() - 3 * DAY_MS;
    await sql`update orders set created_at = ${past} where id = ${id}`.execute(context.db.queries);
    await updateStatistics(context);
    const agreed = { agreedTotal: 3500 };
    await put(id, { items: [{ n: 1, quantity: 1 }], ...agreed });
    await updateStatistics(context);
    await put(id, { items: [{ n: 1, quantity: 1, product: 'grande' }], ...agreed });
    await updateStatistics(context);
    const pins = await context.db.queries.selectFrom('pin_statistics').selectAll().execute();
    expect(pins.map(({ product_id, pins: count }) => [product_id, count])).toEqual([['grande', 1]]);
  });

  testAbove('an order opened without pictures gets them, up to 9.999 of each', async () => {
    const { deliveryData } = makeOrder({ images: [] });
    const open = async (images: object[]) => {
      const json = { images, deliveryData: { ...deliveryData, pricing: null } };
      return adminShop.ask('/orders', { method: 'POST', json });
    };
    const { order, link } = openOrderCall.answer.parse((await open([])).body);
    const changed = await put(order.id, { items: [{ imageUrl: await fresh(), quantity: 9999 }] });
    expect(detailed(changed)).toMatchObject({
      waitsFor: 'payment',
      balance: 9999 * 800 + 2500,
      items: [{ quantity: 9999, originalName: 'imagen' }],
    });
    const token = link.split('#pedido=')[1];
    const late = await adminShop.shop.call('/api/orders/pictures', {
      json: { token, images: makeOrder({ images: [await fresh()] }).images },
    });
    expect(refused(late)).toBe('404 not_found');
    const image = { originalName: 'a.png', imageUrl: await fresh() };
    expect((await open([{ ...image, quantity: 9999 }])).status).toBe(201);
    expect(refused(await open([{ ...image, quantity: 10_000 }]))).toBe('400 validation_failed');
  });

  testAbove('is refused once printed or cancelled, and for another version', async () => {
    const { id } = await placeItems([{ quantity: 1 }]);
    const items = [{ n: 1, quantity: 2 }];
    expect(refused(await put(id, { items }, '', { 'if-match': '"7"' }))).toBe('409 order_changed');
    expect(refused(await put(id, { items }, '?preview=true', { 'if-match': '"7"' }))).toBe(
      '409 order_changed',
    );
    await adminShop.change(`${id}/marks/printed`, {});
    expect(refused(await put(id, { items }))).toBe('409 order_under_way');
    expect(refused(await put(id, { items }, '?preview=true'))).toBe('409 order_under_way');
    await adminShop.ask(`/orders/${id}/marks/printed`, { method: 'DELETE' });
    expect((await put(id, { items })).status).toBe(200);
    await adminShop.setStatus(id, 'cancelled');
    expect(refused(await put(id, { items }))).toBe('409 order_cancelled');
    expect(refused(await put('NADA', { items }))).toBe('404 not_found');
  });

  testAbove.each<[string, SentItems['items'][number], string, string]>([
    ['one that is not there', { n: 2, quantity: 1 }, 'n', 'Este pedido no tiene esta imagen'],
    [
      'a product that is not on offer',
      { n: 1, quantity: 1, product: 'otro' },
      'product',
      'Este pin ya no se ofrece',
    ],
    [
      'a picture of another site',
      { imageUrl: 'https://otra.cl/a.webp', quantity: 1 },
      'imageUrl',
      'Esta imagen ya no está disponible',
    ],
  ])('with its field: %s', async (_what, item, field, said) => {
    const { id } = await placeItems([{ quantity: 1 }]);
    const { body } = await put(id, { items: [item] });
    expect(body.fields).toEqual({ [`items.0.${field}`]: said });
  });
});
