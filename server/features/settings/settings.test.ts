import { describe, expect, test } from 'vitest';
import { readSettings } from '#contract/settings/settings-admin.ts';
import { priceAt } from '#contract/testing/price-by-default.ts';
import { addDays, dayOf } from '#domain/base/dates.ts';
import { arrivalOf } from '#domain/delivery/business-days.ts';
import { describeArrival } from '#domain/delivery/promise.ts';
import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { databases, testOnAny, testRaceOn, useAdminShop } from '#server/testing/use-shop.ts';

describe.each(databases)('the settings on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const testRace = testRaceOn(kind);
  const adminShop = useAdminShop(kind, { env: { SHOP_NAME: 'Chapitas' } });

  const read = async () => {
    const { status, body } = await adminShop.ask('/settings');
    expect(status).toBe(200);
    return readSettings.answer.parse(body).settings;
  };
  const save = (group: string, values: object, version: number) =>
    adminShop.ask(`/settings/${group}`, { method: 'PUT', json: { values, version } });

  async function order(quantity: number, prices = DEFAULT_PRICES) {
    const { context } = adminShop.shop;
    const [imageUrl = ''] = await addPictures(context, 1);
    const body = makeOrder({ images: [{ imageUrl, quantity }] });
    const { deliveryData: to } = body;
    to.pricing = priceAt(prices, { images: body.images, ...to });
    return adminShop.shop.placeOrder(body);
  }

  test('are the documented defaults until others are saved', async () => {
    const { prices, seller, delivery } = await read();
    expect(prices).toMatchObject({ version: 0, isDefault: true, values: DEFAULT_PRICES });
    expect(seller.values.name).toBe('Chapitas');
    expect(delivery.values).toEqual({
      ...{ minDays: 5, maxDays: 7, closures: [], regionDays: [] },
      asksForDay: false,
    });
  });

  test('hold from the next order on: its pins cost what the saved step says', async () => {
    const before = (await read()).prices;
    const prices = { ...DEFAULT_PRICES, pin: 1800, steps: [{ from: 10, price: 1500 }] };
    expect((await save('prices', prices, before.version)).status).toBe(200);
    const refused = await order(10);
    expect(refused).toMatchObject({ status: 409, body: { code: 'price_changed' } });
    const { deliveryData } = placed(await order(10, prices));
    expect(deliveryData.pricing).toMatchObject({ pricePerImage: 1500, imagesTotal: 15_000 });
    const back = await adminShop.ask('/settings/prices', { method: 'DELETE' });
    expect(back.status).toBe(200);
    expect((await read()).prices).toMatchObject({ isDefault: true, values: DEFAULT_PRICES });
    placed(await order(10));
  });

  testAbove.each([
    ['is no JSON', '{"bank":'],
    ['is nothing that the panel takes', '{"email":"nadie"}'],
  ])('stay the defaults where a saved row %s, and can be saved anew', async (_, values) => {
    const { context } = adminShop.shop;
    const version = (await read()).payment.version + 1;
    const row = { group_name: 'payment', version, saved_values: values } as const;
    await context.db.queries
      .insertInto('settings')
      .values({ ...row, saved_at: Date.now(), saved_by: 'elsewhere' })
      .execute();
    const { payment } = await read();
    expect(payment).toMatchObject({ version, isDefault: true, values: { bank: '', email: '' } });
    expect((await save('payment', payment.values, version)).status).toBe(200);
    expect((await adminShop.ask('/settings/payment/versions')).status).toBe(200);
  });

  test('the later of two admins is told, and sees what the other saved', async () => {
    const { values, version } = (await read()).seller;
    const answers = await Promise.all(
      ['Una', 'Otra'].map((name) => save('seller', { ...values, name }, version)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = answers.find(({ status }) => status === 409);
    expect(late?.body).toMatchObject({
      code: 'settings_changed',
      settings: { seller: { version: version + 1 } },
    });
  });

  testAbove('a wrong value is refused at its field, in Spanish', async () => {
    const { values, version } = (await read()).delivery;
    const { status, body } = await save('delivery', { ...values, minDays: 8 }, version);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      fields: { 'values.maxDays': 'No puede ser menos que el mínimo' },
    });
  });

  testAbove('no order is accepted while the shop is closed, and its buyer reads why', async () => {
    const { values, version } = (await read()).notice;
    const closed = { ...values, ordersClosed: true, closedText: 'Volvemos el 15 de febrero' };
    expect((await save('notice', closed, version)).status).toBe(200);
    expect(await order(1)).toMatchObject({
      status: 409,
      body: {
        code: 'orders_closed',
        message: 'No recibimos pedidos por ahora. Volvemos el 15 de febrero',
      },
    });
    await adminShop.ask('/settings/notice', { method: 'DELETE' });
    placed(await order(1));
  });

  testRace('each order is priced by one version while prices change under many', async () => {
    const [dear, cheap] = [1900, 1400].map((pin) => ({ ...DEFAULT_PRICES, pin }));
    if (!dear || !cheap) throw new Error('no prices');
    const { version } = (await read()).prices;
    expect((await save('prices', dear, version)).status).toBe(200);
    const orders = Array.from({ length: 100 }, (_, at) => order(2, at % 2 ? cheap : dear));
    const saved = save('prices', cheap, version + 1);
    const answers = await Promise.all(orders);
    expect((await saved).status).toBe(200);
    for (const { status, body } of answers) {
      if (status === 409) expect(body).toMatchObject({ code: 'price_changed' });
      else expect(status).toBe(201);
    }
    const pins = answers
      .filter(({ status }) => status === 201)
      .map((answer) => placed(answer).deliveryData.pricing);
    for (const { pricePerImage, imagesTotal } of pins) {
      expect([1900, 1400]).toContain(pricePerImage);
      expect(imagesTotal).toBe(2 * pricePerImage);
    }
    await adminShop.ask('/settings/prices', { method: 'DELETE' });
  });

  test('what a group was is listed, with who saved it, and the trail names what changed', async () => {
    const { values, version } = (await read()).delivery;
    await save('delivery', { ...values, maxDays: 9 }, version);
    const { body } = await adminShop.ask('/settings/delivery/versions');
    expect(body).toMatchObject({
      versions: [{ version: version + 1, values: { maxDays: 9 }, by: { uid: expect.any(String) } }],
    });
    const trail = await adminShop.ask('/dashboard/activity?entity=settings&limit=1');
    expect(trail.body).toMatchObject({
      activity: [
        { entityId: 'delivery', action: 'settings_saved', changes: [{ field: 'maxDays' }] },
      ],
    });
    expect((await adminShop.ask('/settings/none/versions')).status).toBe(404);
  });

  test('home tells the days of an order paid today by the calendar', async () => {
    const { values, version } = (await read()).delivery;
    const from = dayOf(adminShop.shop.context.clock());
    const closures = [{ from, to: addDays(from, 20), reason: '' }];
    expect((await save('delivery', { ...values, closures }, version)).status).toBe(200);
    const { body } = await adminShop.shop.call('/api/config');
    const arrival = arrivalOf(from, { minDays: 5, maxDays: 9, closures });
    expect(arrival.from > addDays(from, 20)).toBe(true);
    expect(body).toMatchObject({ arrival, shown: { arrival: describeArrival(arrival) } });
  });
});
