import { describe, expect, test } from 'vitest';
import { sampleDelivery } from '#domain/testing/sample-delivery.ts';
import { type Browser, openAccount } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { databases, useShop } from '#server/testing/use-shop.ts';

const ADDRESSES = '/api/orders/addresses';
const { notes: _, email: __, coordinates: ___, ...KEPT } = sampleDelivery;
/** Neither the delivery way nor the day is part of a saved address. */
const {
  neededBy: _neededBy,
  way: _way,
  courier: _courier,
  branch: _branch,
  payShipping: _pay,
  ...ADDRESS
} = KEPT;

describe.each(databases)('the saved address on %s', (kind) => {
  const shop = useShop(kind);

  const order = async (browser: Browser, delivery = {}, key?: string) =>
    browser.call('/api/orders', {
      json: makeOrder({ images: await addPictures(shop.context, 1), delivery }),
      headers: key ? { 'idempotency-key': key } : {},
    });
  const read = async (browser: Browser) => (await browser.call(ADDRESSES)).body;
  const put = (browser: Browser, json: unknown) => browser.call(ADDRESSES, { method: 'PUT', json });

  test('is none at first', async () => {
    const browser = await openAccount(shop, 'ana@correo.cl', { verified: false });
    expect(await read(browser)).toEqual({ success: true, address: null });
    expect((await browser.call('/api/auth/profile')).body.address).toBeNull();
  });

  test('is that of the last order, with when it was used', async () => {
    const browser = await openAccount(shop, 'bea@correo.cl');
    placed(await order(browser, { coordinates: { lat: -36.6066, lng: -72.1034 }, email: null }));
    expect(await read(browser)).toEqual({
      success: true,
      address: {
        ...ADDRESS,
        email: null,
        coordinates: { lat: -36.6066, lng: -72.1034 },
        lastUsed: expect.any(String),
      },
    });
    const before = Date.now();
    placed(await order(browser, { address: 'Otra calle 9', region: 'RM', city: 'Santiago' }));
    const { address } = await read(browser);
    expect(address).toMatchObject({ address: 'Otra calle 9', city: 'Santiago', coordinates: null });
    const { lastUsed } = JSON.parse(JSON.stringify(address));
    expect(new Date(lastUsed).toISOString()).toBe(lastUsed);
    expect(Date.parse(lastUsed)).toBeGreaterThanOrEqual(before);
    expect((await browser.call('/api/auth/profile')).body.address).toEqual(address);
  });

  test('is unchanged when the order is refused', async () => {
    const browser = await openAccount(shop, 'carla@correo.cl');
    const body = makeOrder({ images: await addPictures(shop.context, 1) });
    body.deliveryData.pricing.totalAmount += 1;
    expect((await browser.call('/api/orders', { json: body })).status).toBe(409);
    expect(await read(browser)).toMatchObject({ address: null });
  });

  test("is not changed by a guest's order with the same e-mail", async () => {
    const browser = await openAccount(shop, 'dora@correo.cl');
    const guest = makeOrder({
      images: await addPictures(shop.context, 1),
      delivery: { email: 'dora@correo.cl' },
    });
    placed(await shop.placeOrder(guest));
    expect(await read(browser)).toMatchObject({ address: null });
  });

  test('is corrected by its owner, trimmed', async () => {
    const browser = await openAccount(shop, 'eva@correo.cl');
    const { status, body } = await put(browser, {
      ...{ ...ADDRESS, fullName: '  Eva O’Ryan ', phone: '0056 9 1234\u20115678' },
    });
    expect(status).toBe(200);
    const tidy = { fullName: 'Eva O’Ryan', phone: '912345678' };
    expect(body.address).toMatchObject({ ...tidy, email: null, coordinates: null });
    expect(await read(browser)).toEqual(body);
  });

  test('is separate for each account', async () => {
    const [one, two] = [
      await openAccount(shop, 'gina@correo.cl'),
      await openAccount(shop, 'hilda@correo.cl'),
    ];
    await put(one, { ...ADDRESS, address: 'Calle Uno 1' });
    await put(two, { ...ADDRESS, address: 'Calle Dos 2' });
    expect(await read(one)).toMatchObject({ address: { address: 'Calle Uno 1' } });
    expect(await read(two)).toMatchObject({ address: { address: 'Calle Dos 2' } });
  });
});
