import { describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { type Browser, linksTo, openAccount, openBrowser } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { databases, testOnAny, useShop } from '#server/testing/use-shop.ts';

describe.each(databases)("an account's orders on %s", (kind) => {
  const testAbove = testOnAny(kind);
  let ahead = 0;
  const shop = useShop(kind, { context: { clock: () => Date.now() + ahead } });

  async function order(browser: Browser, images?: string[]): Promise<Order> {
    ahead += 1000;
    const json = makeOrder({ images: images ?? (await addPictures(shop.context, 2)) });
    return placed(await browser.call('/api/orders', { json }));
  }
  async function orderAsGuest(email: string): Promise<Order> {
    ahead += 1000;
    const images = await addPictures(shop.context, 1);
    return placed(await shop.placeOrder(makeOrder({ images, delivery: { email } })));
  }
  async function history(browser: Browser): Promise<Order[]> {
    const { status, body } = await browser.call('/api/orders');
    expect([status, body.success]).toEqual([200, true]);
    return JSON.parse(JSON.stringify(body.orders));
  }

  test('come newest first, whole, each with its own pictures in their order', async () => {
    const browser = await openAccount(shop, 'bea@correo.cl', { verified: false });
    const orders = [await order(browser), await order(browser), await order(browser)];
    expect(orders[0]).toMatchObject({ isGuestOrder: false, userEmail: 'bea@correo.cl' });
    expect(orders[0]?.items).toHaveLength(2);
    expect(await history(browser)).toEqual(orders.reverse());
  });

  testAbove("need no e-mail in the form, which is not taken for the account's", async () => {
    const browser = await openAccount(shop, 'dora@correo.cl', { verified: false });
    const body = makeOrder({
      images: await addPictures(shop.context, 1),
      delivery: { email: 'otra@correo.cl' },
    });
    const sent = placed(await browser.call('/api/orders', { json: body }));
    expect([sent.userEmail, sent.deliveryData.email]).toEqual(['dora@correo.cl', 'otra@correo.cl']);
    const { email: _, ...delivery } = makeOrder({
      images: await addPictures(shop.context, 1),
    }).deliveryData;
    const without = {
      ...makeOrder({ images: await addPictures(shop.context, 1) }),
      deliveryData: delivery,
    };
    expect((await browser.call('/api/orders', { json: without })).status).toBe(201);
    expect((await shop.placeOrder(without)).status).toBe(400);
    expect(await history(await openAccount(shop, 'otra@correo.cl'))).toEqual([]);
  });

  test('hold the guest orders of the same e-mail once it is verified, in any case', async () => {
    const early = await orderAsGuest('EVA@Correo.cl');
    const browser = await openAccount(shop, 'eva@correo.cl', { verified: false });
    expect(await history(browser)).toEqual([]);
    await browser.ask('/send-verification-email', {});
    await browser.ask((await linksTo(shop.context, 'eva@correo.cl', 'verify_email')).at(-1) ?? '');
    expect(await history(browser)).toEqual([early]);
    expect(early.isGuestOrder).toBe(true);
    const own = await order(browser);
    const late = await orderAsGuest('eva@correo.cl');
    expect(await history(browser)).toEqual([late, own, early]);
    expect((await history(browser)).map(({ isGuestOrder }) => isGuestOrder)).toEqual([
      true,
      false,
      true,
    ]);
  });

  testAbove("are private: two accounts never see each other's by any call", async () => {
    const [one, two] = [
      await openAccount(shop, 'fina@correo.cl'),
      await openAccount(shop, 'gina@correo.cl'),
    ];
    const mine = await order(one);
    await orderAsGuest('fina@correo.cl');
    const secrets = new RegExp(`${mine.id}|fina@|${mine.images[0]}`);
    const paths = [
      '/api/orders',
      `/api/orders/${mine.id}`,
      `/api/orders?uid=x&email=fina@correo.cl`,
      '/api/orders/addresses',
      '/api/auth/profile',
      '/api/auth/check-admin',
      `/api/admin/orders/${mine.id}`,
      '/api/admin/orders',
    ];
    for (const path of paths) {
      const { body } = await two.call(path);
      expect(JSON.stringify(body)).not.toMatch(secrets);
    }
    const json = makeOrder({ images: mine.images });
    const stolen = await two.call('/api/orders', { json });
    expect([stolen.status, stolen.body.code]).toEqual([409, 'image_already_ordered']);
    expect((await history(two)).length).toBe(0);
    expect((await history(one)).length).toBe(2);
  });

  testAbove('a key of one account is invalid for another', async () => {
    const [one, two] = [
      await openAccount(shop, 'hilda@correo.cl'),
      await openAccount(shop, 'ines@correo.cl'),
    ];
    const json = makeOrder({ images: await addPictures(shop.context, 1) });
    const headers = { 'idempotency-key': 'one key' };
    const mine = placed(await one.call('/api/orders', { json, headers }));
    const other = await two.call('/api/orders', { json, headers });
    expect(other.status).toBe(422);
    expect(JSON.stringify(other.body)).not.toContain(mine.id);
    expect((await shop.call('/api/orders', { json, headers })).status).toBe(422);
  });

  test('lend their pictures to further ones, joined guest orders too', async () => {
    const email = 'julia@correo.cl';
    const guest = await orderAsGuest(email);
    const again = makeOrder({ images: guest.images });
    const unverified = await openAccount(shop, email, { verified: false });
    expect((await unverified.call('/api/orders', { json: again })).body.code).toBe(
      'image_already_ordered',
    );
    await unverified.ask('/send-verification-email', {});
    await unverified.ask((await linksTo(shop.context, email, 'verify_email')).at(-1) ?? '');
    const own = await order(unverified, guest.images);
    expect(own.images).toEqual(guest.images);
    expect((await order(unverified, own.images)).images).toEqual(guest.images);
    expect((await shop.placeOrder(again)).body.code).toBe('image_already_ordered');
  });

  testAbove('of an account that said "No fui yo" are not shown to the next one', async () => {
    const email = 'karla@correo.cl';
    const intruder = await openAccount(shop, email, { verified: false });
    await order(intruder);
    await intruder.ask('/send-verification-email', {});
    const link = (await linksTo(shop.context, email, 'verify_email')).at(-1) ?? '';
    const token = new URL(link).searchParams.get('token');
    expect((await openBrowser(shop).ask('/reject-account', { token })).status).toBe(200);
    expect(await history(await openAccount(shop, email))).toEqual([]);
  });
});
