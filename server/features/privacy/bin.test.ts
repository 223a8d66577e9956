import { describe, expect, test } from 'vitest';
import { BIN_MS } from '#domain/privacy/retention.ts';
import { openAccount } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { detailed, refused } from '#server/testing/admin-shop.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { databases, testOnAny, testRaceOn, useAdminShop } from '#server/testing/use-shop.ts';
import { workOff } from '#server/testing/work-off.ts';
import { emptyBin } from './empty-bin.ts';

describe.each(databases)('the bin on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const testRace = testRaceOn(kind);
  let now = Date.now();
  const adminShop = useAdminShop(kind, { clock: () => now });

  const remove = (id: string, headers = {}) =>
    adminShop.ask(`/orders/${id}`, { method: 'DELETE', headers });
  const restore = (id: string, headers = {}) =>
    adminShop.ask(`/orders/${id}/restore`, { method: 'POST', headers });

  test('a deleted order is nowhere at once, and comes back whole', async () => {
    const { id } = await adminShop.place({ delivery: { fullName: 'Borrada Pronto' } });
    const paid = { method: 'PUT', json: { paidAt: '2026-03-09', how: 'Transferencia' } };
    expect((await adminShop.ask(`/orders/${id}/payment`, paid)).status).toBe(200);
    const lists = [
      ...['', '?limit=100', '?status=pending', '?type=guest', '?document=missing'],
      ...['?q=bo', '?q=borrada', '?from=2020-01-01', '/export.csv'],
    ].map((query) => `/orders${query}`);
    lists.push('/workshop', '/dashboard/main');
    const listing = async () => {
      const texts = lists.map(async (path) => (await adminShop.fetchFile(path)).text());
      const shown = await Promise.all(texts);
      return lists.filter((_, at) => shown[at]?.includes(id));
    };
    expect(await listing()).toEqual(lists);
    expect(await remove(id)).toMatchObject({
      status: 200,
      body: { message: `Pedido ${id} eliminado` },
    });
    expect(await listing()).toEqual([]);
    expect(refused(await adminShop.ask(`/orders/${id}`))).toBe('404 not_found');
    expect(refused(await remove(id))).toBe('404 not_found');
    expect((await adminShop.fetchFile(`/orders/${id}/pictures.zip`)).status).toBe(404);
    const bin = (await adminShop.ask('/orders/bin')).body.orders;
    const removedAt = new Date(now + BIN_MS).toISOString();
    expect(bin).toMatchObject([{ id, deletedAt: new Date(now).toISOString(), removedAt }]);

    const order = detailed(await restore(id));
    expect(order.history.map(({ action }) => action)).toEqual([
      'payment_changed',
      'deleted',
      'restored',
    ]);
    expect((await adminShop.ask('/orders?q=borrada')).body.orders).toMatchObject([
      { id, version: 4 },
    ]);
    expect(await listing()).toEqual(lists);
    expect((await adminShop.ask('/orders/bin')).body.orders).toEqual([]);
    expect(refused(await restore(id))).toBe('404 not_found');
  });

  testAbove('its buyer sees it no more', async () => {
    const buyer = await openAccount(adminShop.shop, 'compradora@correo.cl');
    const images = await addPictures(adminShop.shop.context, 1);
    const { id } = placed(await buyer.call('/api/orders', { json: makeOrder({ images }) }));
    await remove(id);
    expect((await buyer.call('/api/orders')).body.orders).toEqual([]);
  });

  testAbove('a repetition of its request returns it', async () => {
    const body = makeOrder({ images: await addPictures(adminShop.shop.context, 1) });
    const { id } = placed(await adminShop.shop.placeOrder(body, `bin-${kind}`));
    await remove(id);
    expect(placed(await adminShop.shop.placeOrder(body, `bin-${kind}`)).id).toBe(id);
  });

  testAbove('an order that has just been changed is not deleted', async () => {
    const { id } = await adminShop.place();
    await adminShop.change(`${id}/notes`, { notes: 'importante' }, 'PATCH');
    const seenBefore = { 'if-match': '"1"' };
    const stale = await remove(id, seenBefore);
    expect(stale).toMatchObject({ status: 409, body: { code: 'order_changed', order: { id } } });
    expect((await remove(id, { 'if-match': '"2"' })).status).toBe(200);
    expect(await restore(id, seenBefore)).toMatchObject({
      status: 409,
      body: { code: 'order_changed', order: { id, version: 3 } },
    });
  });

  test('after seven days order, buyer and pictures are gone; the trail stays', async () => {
    const urls = await adminShop.shop.uploadMany(2);
    const { id } = placed(await adminShop.shop.placeOrder(makeOrder({ images: urls })));
    // The replaced picture is kept, too.
    const [imageUrl = ''] = await adminShop.shop.uploadMany(1);
    const other = { method: 'PATCH', json: { imageUrl } };
    expect((await adminShop.ask(`/orders/${id}/items/1`, other)).status).toBe(200);
    const reason = 'Rosa se arrepintió';
    await adminShop.change(`${id}/status`, { status: 'cancelled', reason }, 'PATCH');
    await remove(id);
    now += BIN_MS - 1;
    await emptyBin(adminShop.shop.context);
    expect((await adminShop.shop.fetch(urls[0] ?? '')).status).toBe(200);
    now += 1;
    expect(await emptyBin(adminShop.shop.context)).toBeGreaterThan(0);
    await workOff(adminShop.shop);
    for (const url of [...urls, imageUrl])
      expect((await adminShop.shop.fetch(url)).status).toBe(404);
    expect(refused(await restore(id))).toBe('404 not_found');

    const { queries } = adminShop.shop.context.db;
    for (const table of ['order_items', 'order_search', 'idempotency_keys'] as const) {
      const rows = await queries.selectFrom(table).select('order_id').execute();
      expect(rows.filter(({ order_id }) => order_id === id)).toEqual([]);
    }
    const trail = await queries
      .selectFrom('audit_log')
      .select(['action', 'reason', 'actor_uid'])
      .where('entity_id', '=', id)
      .orderBy('version')
      .execute();
    expect(trail.map(({ action }) => action)).toEqual([
      'item_changed',
      'status_changed',
      'deleted',
      'removed',
    ]);
    expect(trail.map(({ reason: kept }) => kept)).toEqual([null, null, null, null]);
    expect(trail.at(-1)?.actor_uid).toBeNull();
  });

  testAbove('pictures that another order has stay', async () => {
    const buyer = await openAccount(adminShop.shop, 'repite@correo.cl');
    const images = await adminShop.shop.uploadMany(2);
    const order = async (urls: string[]) =>
      placed(await buyer.call('/api/orders', { json: makeOrder({ images: urls }) })).id;
    const first = await order(images);
    await order(images.slice(0, 1));
    await remove(first);
    now += BIN_MS;
    await emptyBin(adminShop.shop.context);
    await workOff(adminShop.shop);
    const statuses = await Promise.all(images.map((url) => adminShop.shop.fetch(url)));
    expect(statuses.map(({ status }) => status)).toEqual([200, 404]);
  });

  testRace('emptying it while orders are restored or repeated: all or nothing', async () => {
    const buyer = await openAccount(adminShop.shop, 'carrera@correo.cl');
    const authorization = { authorization: `Bearer ${await buyer.token()}` };
    const sets = await Promise.all(Array.from({ length: 6 }, () => adminShop.shop.uploadMany(2)));
    const send = (images: string[]) =>
      adminShop.shop.call('/api/orders', { json: makeOrder({ images }), headers: authorization });
    const ids: string[] = [];
    for (const images of sets) ids.push(placed(await send(images)).id);
    for (const id of ids) await remove(id);
    now += BIN_MS;
    const [one, other, ...again] = await Promise.all([
      emptyBin(adminShop.shop.context),
      emptyBin(adminShop.shop.context),
      ...sets.slice(0, 3).map(send),
      ...ids.slice(3).map(restore),
    ]);
    await workOff(adminShop.shop);
    for (const answer of again) expect([200, 201, 400, 404]).toContain(answer.status);
    const restored = again.slice(3).filter(({ status }) => status === 200);
    expect(one + other).toBe(ids.length - restored.length);
    for (const [at, images] of sets.entries()) {
      const alive = [200, 201].includes(again[at]?.status ?? 0);
      for (const url of images) {
        expect((await adminShop.shop.fetch(url)).status).toBe(alive ? 200 : 404);
      }
    }
  });
});
