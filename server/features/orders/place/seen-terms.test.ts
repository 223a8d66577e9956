import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '#contract/home/config.ts';
import type { OrderTerms } from '#contract/orders/order-terms.ts';
import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { addCode, countRows, makeOrder, placed } from '#server/testing/orders.ts';
import { findRow } from '#server/testing/rows.ts';
import { anyDatabase, useAdminShop } from '#server/testing/use-shop.ts';

describe.each(anyDatabase)('the terms that a buyer was shown, on %s', (kind) => {
  let ahead = 0;
  const adminShop = useAdminShop(kind, { clock: () => Date.now() + ahead });
  afterEach(async () => {
    for (const group of ['prices', 'delivery', 'seller', 'couriers']) {
      await adminShop.ask(`/settings/${group}`, { method: 'DELETE' });
    }
  });

  async function shown(): Promise<OrderTerms> {
    // Settings are cached for two seconds.
    ahead += 3000;
    const { body } = await adminShop.shop.call('/api/config');
    const { termsVersion, delivery } = readConfig.answer.parse(body);
    return { termsVersion, promise: { minDays: delivery.minDays, maxDays: delivery.maxDays } };
  }

  async function makeBody(seen?: object | null) {
    const body = makeOrder({ images: await addPictures(adminShop.shop.context, 1) });
    return { ...body, ...(seen === undefined ? {} : { seen }) };
  }

  const promised = (id: string) => findRow(adminShop.shop.context, 'orders', { id });

  test('are those that the order is placed under', async () => {
    await adminShop.saveSettings('delivery', { minDays: 3, maxDays: 4 });
    const seen = await shown();
    const { id } = placed(await adminShop.shop.placeOrder(await makeBody(seen)));
    expect(await promised(id)).toMatchObject({
      terms_version: seen.termsVersion,
      promise_min_days: 3,
      promise_max_days: 4,
    });
  });

  test('are left out by a client that does not know them, whose order is placed', async () => {
    await adminShop.saveSettings('delivery', { maxDays: 9 });
    placed(await adminShop.shop.placeOrder(await makeBody()));
    placed(await adminShop.shop.placeOrder(await makeBody(null)));
  });

  test('are no longer those of the shop: 409 with new ones, nothing is written, these order', async () => {
    const seen = await shown();
    await adminShop.saveSettings('delivery', { minDays: 8, maxDays: 10 });
    const body = await makeBody(seen);
    const before = await countRows(adminShop.shop.context);
    const refused = await adminShop.shop.placeOrder(body, `days ${kind}`);
    const terms = await shown();
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        success: false,
        code: 'terms_changed',
        message: 'Las condiciones cambiaron. Revísalas antes de confirmar',
        terms,
      },
    ]);
    expect(terms.promise).toEqual({ minDays: 8, maxDays: 10 });
    expect(await countRows(adminShop.shop.context)).toEqual(before);
    placed(await adminShop.shop.placeOrder({ ...body, seen: terms }, `days ${kind}`));
  });

  test('are of the region: where parcels take longer, they and the days of the order do', async () => {
    await adminShop.saveSettings('delivery', { regionDays: [{ region: 'XII', days: 4 }] });
    const seen = await shown();
    const { arrivals, arrival } = readConfig.answer.parse(
      (await adminShop.shop.call('/api/config')).body,
    );
    expect(arrivals).toMatchObject([{ region: 'XII', days: 4 }]);
    expect((arrivals?.[0]?.to ?? '') > arrival.to).toBe(true);
    const { id: near } = placed(await adminShop.shop.placeOrder(await makeBody(seen)));
    const body = await makeBody(seen);
    const to = { region: 'XII', city: 'Punta Arenas', coordinates: null };
    const { pricing } = makeOrder({
      images: body.images.map(({ imageUrl }) => imageUrl),
      delivery: to,
    }).deliveryData;
    const far = { ...body, deliveryData: { ...body.deliveryData, ...to, pricing } };
    const refused = await adminShop.shop.placeOrder(far);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'terms_changed', terms: { ...seen, promise: { minDays: 9, maxDays: 11 } } },
    });
    const terms = { ...seen, promise: { minDays: 9, maxDays: 11 } };
    const order = placed(await adminShop.shop.placeOrder({ ...far, seen: terms }));
    expect(order.arrival).toEqual({ from: arrivals?.[0]?.from, to: arrivals?.[0]?.to });

    // The current settings differ from those of the order.
    await adminShop.saveSettings('delivery', { regionDays: [] });
    const payment = { json: { paidAt: '2026-11-02', how: 'Transferencia' }, method: 'PUT' };
    for (const id of [near, order.id]) await adminShop.ask(`/orders/${id}/payment`, payment);
    const days = (id: string) => findRow(adminShop.shop.context, 'orders', { id });
    const due_on = '2026-11-09';
    const ofNear = { transport_days: 0, due_on, arrives_by: '2026-11-11' };
    expect(await days(near)).toMatchObject(ofNear);
    const ofFar = { transport_days: 4, due_on, arrives_by: '2026-11-17' };
    expect(await days(order.id)).toMatchObject(ofFar);
    const address = { ...order.deliveryData, region: 'XVI', city: 'Chillán' };
    await adminShop.change(`${order.id}/address`, address);
    expect(await days(order.id)).toMatchObject(ofNear);
  });

  test.each([
    ['another seller is', 'seller', { name: 'Chapitas del Valle' }],
    ['no courier for its offices is', 'couriers', { couriers: [] }],
    ['a deposit is', 'payment', { depositPercent: 50, depositFrom: 20_000 }],
    ['no deposit is', 'payment', { depositPercent: null }],
  ] as const)('differ in their version alone when %s saved', async (_what, group, changes) => {
    const seen = await shown();
    await adminShop.saveSettings(group, changes);
    const body = await makeBody(seen);
    const refused = await adminShop.shop.placeOrder(body);
    const terms = await shown();
    expect(refused).toMatchObject({ status: 409, body: { code: 'terms_changed', terms } });
    expect(terms).toEqual({ ...seen, termsVersion: expect.any(String) });
    expect(terms.termsVersion).not.toBe(seen.termsVersion);
  });

  test('do not depend on where the money goes', async () => {
    const seen = await shown();
    await adminShop.saveSettings('payment', { bank: 'Banco del Valle' });
    expect(await shown()).toEqual(seen);
  });

  test('come with a changed price too, so that one more click orders', async () => {
    const seen = await shown();
    await adminShop.saveSettings('prices', { ...DEFAULT_PRICES, pin: 1900 });
    await adminShop.saveSettings('delivery', { maxDays: 12 });
    const body = await makeBody(seen);
    const refused = await adminShop.shop.placeOrder(body);
    const terms = await shown();
    expect(refused).toMatchObject({ status: 409, body: { code: 'price_changed', terms } });
    const { pricing } = refused.body;
    const deliveryData = { ...body.deliveryData, ...Object({ pricing }) };
    placed(await adminShop.shop.placeOrder({ ...body, deliveryData, seen: terms }));
  });

  test('take no use of a code when they are refused', async () => {
    const discount = await addCode(adminShop.shop.context, 'UNAVEZ', { max_uses: 1 });
    const seen = await shown();
    await adminShop.saveSettings('delivery', { maxDays: 11 });
    const images = await addPictures(adminShop.shop.context, 1);
    const body = { ...makeOrder({ images, discount }), seen };
    expect((await adminShop.shop.placeOrder(body)).body.code).toBe('terms_changed');
    placed(await adminShop.shop.placeOrder({ ...body, seen: await shown() }));
  });

  test('do not keep a repetition from its order, whichever they are by then', async () => {
    const body = await makeBody(await shown());
    const key = `lost ${kind}`;
    const first = placed(await adminShop.shop.placeOrder(body, key));
    await adminShop.saveSettings('delivery', { maxDays: 14 });
    for (const seen of [body.seen, await shown(), null]) {
      const again = await adminShop.shop.placeOrder({ ...body, seen }, key);
      expect([placed(again).id, again.headers.get('idempotency-replayed')]).toEqual([
        first.id,
        'true',
      ]);
    }
  });
});
