import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#domain/base/dates.ts';
import { addPerson, openAccount } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { refused } from '#server/testing/admin-shop.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { setRows } from '#server/testing/rows.ts';
import { databases, openShop } from '#server/testing/shop.ts';
import { storeOrders } from '#server/testing/store-orders.ts';
import { useShop } from '#server/testing/use-shop.ts';

describe.each(databases)('a hundred orders in a day on %s', (kind) => {
  const shop = useShop(kind, { env: { RATE_LIMITS: 'on' } });

  const bodyFor = async (email: string | null) =>
    makeOrder({ images: await addPictures(shop.context, 1), delivery: { email } });
  const orderAs = async (email: string, key?: string) => shop.placeOrder(await bodyFor(email), key);

  test('are enough for one e-mail of guests, in any case, until a day has passed', async () => {
    const now = Date.now();
    const delivery = { email: 'eva@correo.cl' };
    await storeOrders(shop.context, { count: 98, delivery, at: () => now - DAY_MS / 2 });
    placed(await orderAs('eva@correo.cl'));
    const body = await bodyFor('EVA@Correo.cl');
    placed(await shop.placeOrder(body, 'the hundredth'));
    const answer = await orderAs('Eva@correo.cl');
    expect(refused(answer)).toBe('429 too_many_orders');
    expect(answer.body.message).toContain('Recibimos muchos pedidos');
    const wait = Number(answer.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(DAY_MS / 2000 - 60);
    expect(wait).toBeLessThanOrEqual(DAY_MS / 2000);

    const again = await shop.placeOrder(body, 'the hundredth');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    placed(await orderAs('otra@correo.cl'));
    await setRows(shop.context, 'orders', { guest_email: 'eva@correo.cl' }, { deleted_at: now });
    expect(refused(await orderAs('eva@correo.cl'))).toBe('429 too_many_orders');
  });

  test('of guests block no account, and are enough for an account, too', async () => {
    const email = 'fina@correo.cl';
    await storeOrders(shop.context, { count: 100, delivery: { email } });
    expect(refused(await orderAs(email))).toBe('429 too_many_orders');
    const fina = await openAccount(shop, email);
    const order = async () => fina.call('/api/orders', { json: await bodyFor(null) });
    placed(await order());
    const { user } = JSON.parse(JSON.stringify((await fina.call('/api/auth/profile')).body));
    const buyer = await addPerson(shop.context, user.uid, { email, emailVerified: true });
    await storeOrders(shop.context, { count: 99, buyer });
    expect(refused(await order())).toBe('429 too_many_orders');
  });
});

test('nothing is counted with the limits off', async () => {
  const shop = await openShop('sqlite');
  const [imageUrl = ''] = await addPictures(shop.context, 1);
  await storeOrders(shop.context, { count: 100, delivery: { email: 'eva@correo.cl' } });
  const delivery = { email: 'eva@correo.cl' };
  placed(await shop.placeOrder(makeOrder({ images: [imageUrl], delivery })));
  await shop.close();
});
