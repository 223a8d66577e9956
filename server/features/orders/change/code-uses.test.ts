import { describe, expect, test } from 'vitest';
import { addPictures } from '#server/testing/add-pictures.ts';
import { refused } from '#server/testing/admin-shop.ts';
import { addCode, makeOrder } from '#server/testing/orders.ts';
import { databases, testOnAny } from '#server/testing/shop.ts';
import { useAdminShop } from '#server/testing/use-shop.ts';

const USED_UP = 'El código de descuento ya no tiene usos disponibles';

describe.each(databases)("a code's uses on %s", (kind) => {
  const testAbove = testOnAny(kind);
  const adminShop = useAdminShop(kind);

  const setStatus = (id: string, status: string) =>
    adminShop.change(`${id}/status`, { status }, 'PATCH');
  const remove = (id: string) => adminShop.ask(`/orders/${id}`, { method: 'DELETE' });
  const restore = (id: string) => adminShop.ask(`/orders/${id}/restore`, { method: 'POST' });

  /** Returns a code's counter, the number of orders that use it, and the number of its use rows. */
  async function uses(code: string): Promise<{ counter: number; orders: number; rows: number }> {
    const { queries } = adminShop.shop.context.db;
    const { current_uses } = await queries
      .selectFrom('discount_codes')
      .select('current_uses')
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    const orders = await queries
      .selectFrom('orders')
      .select('id')
      .where('discount_code', '=', code)
      .where('status', '<>', 'cancelled')
      .where('deleted_at', 'is', null)
      .execute();
    const rows = await queries
      .selectFrom('discount_redemptions')
      .select('order_id')
      .where('code', '=', code)
      .execute();
    return { counter: current_uses, orders: orders.length, rows: rows.length };
  }
  const exactly = (count: number) => ({ counter: count, orders: count, rows: count });

  test('cancelling gives it back, re-opening takes it again', async () => {
    const discount = await addCode(adminShop.shop.context, 'UNO', { multiple_use: 0 });
    const { id } = await adminShop.place({ discount });
    expect(await uses('UNO')).toEqual(exactly(1));
    await setStatus(id, 'cancelled');
    expect(await uses('UNO')).toEqual(exactly(0));
    await setStatus(id, 'completed');
    expect(await uses('UNO')).toEqual(exactly(1));
    await setStatus(id, 'pending');
    expect(await uses('UNO')).toEqual(exactly(1));
  });

  test('re-opening and restoring are refused when another order has taken the last one', async () => {
    const discount = await addCode(adminShop.shop.context, 'ULTIMO', { max_uses: 1 });
    const { id } = await adminShop.place({ discount });
    await setStatus(id, 'cancelled');
    const other = await adminShop.place({ discount });
    const reopened = await setStatus(id, 'pending');
    expect([refused(reopened), reopened.body.message]).toEqual([
      '409 discount_unavailable',
      USED_UP,
    ]);
    expect(await adminShop.read(id)).toMatchObject({
      status: 'cancelled',
      version: 2,
    });
    await remove(other.id);
    await setStatus(id, 'pending');
    const restored = await restore(other.id);
    expect([refused(restored), restored.body.message]).toEqual([
      '409 discount_unavailable',
      USED_UP,
    ]);
    expect(await uses('ULTIMO')).toEqual(exactly(1));
    await setStatus(id, 'cancelled');
    expect((await restore(other.id)).status).toBe(200);
    expect(await uses('ULTIMO')).toEqual(exactly(1));
  });

  test('deleting gives it back once, cancelled or not', async () => {
    const discount = await addCode(adminShop.shop.context, 'BORRA');
    const [one, two] = [await adminShop.place({ discount }), await adminShop.place({ discount })];
    await setStatus(one.id, 'cancelled');
    await remove(one.id);
    expect(await uses('BORRA')).toEqual(exactly(1));
    await restore(one.id);
    expect(await uses('BORRA')).toEqual(exactly(1));
    await remove(two.id);
    expect(await uses('BORRA')).toEqual(exactly(0));
  });

  testAbove('a code switched off or expired since is taken again all the same', async () => {
    const discount = await addCode(adminShop.shop.context, 'PASO');
    const { id } = await adminShop.place({ discount });
    await setStatus(id, 'cancelled');
    await adminShop.shop.context.db.queries
      .updateTable('discount_codes')
      .set({ is_active: 0, expires_at: 1 })
      .where('code', '=', 'PASO')
      .execute();
    expect((await setStatus(id, 'pending')).status).toBe(200);
    expect(await uses('PASO')).toEqual(exactly(1));
  });

  test('cancelling races redeeming: never more than its limit, never a use lost', async () => {
    const discount = await addCode(adminShop.shop.context, 'CARRERA', { max_uses: 5 });
    const orders = [];
    for (let at = 0; at < 5; at += 1) orders.push(await adminShop.place({ discount }));
    const images = await addPictures(adminShop.shop.context, 10);
    const answers = await Promise.all([
      ...orders.map(({ id }) => setStatus(id, 'cancelled')),
      ...images.map((image) => adminShop.shop.placeOrder(makeOrder({ images: [image], discount }))),
      ...orders.map(({ id }) => setStatus(id, 'processing')),
    ]);
    expect(new Set([...answers.map(({ status }) => status), 200, 201, 409])).toEqual(
      new Set([200, 201, 409]),
    );
    const { counter, orders: carrying, rows } = await uses('CARRERA');
    expect([counter, rows]).toEqual([carrying, carrying]);
    expect(counter).toBeLessThanOrEqual(5);
  });

  test('changing the status races deleting: one wins, the counter is right', async () => {
    const discount = await addCode(adminShop.shop.context, 'DUELO');
    for (let round = 0; round < 6; round += 1) {
      const { id } = await adminShop.place({ discount });
      const answers = await Promise.all([
        setStatus(id, 'cancelled'),
        remove(id),
        setStatus(id, 'completed'),
        remove(id),
      ]);
      const removed = [answers[1], answers[3]].map((answer) => answer?.status).toSorted();
      expect(removed).toEqual([200, 404]);
      for (const { status } of answers) expect([200, 404]).toContain(status);
    }
    expect(await uses('DUELO')).toEqual(exactly(0));
  });

  test('switching a code off races redeeming: every discount that was given is counted', async () => {
    const discount = await addCode(adminShop.shop.context, 'SWITCH');
    const images = await addPictures(adminShop.shop.context, 12);
    const [, ...answers] = await Promise.all([
      adminShop.ask('/discounts/SWITCH/toggle', { method: 'PATCH' }),
      ...images.map((image) => adminShop.shop.placeOrder(makeOrder({ images: [image], discount }))),
    ]);
    const taken = answers.filter(({ status }) => status === 201);
    expect(await uses('SWITCH')).toEqual(exactly(taken.length));
    const [image = ''] = await addPictures(adminShop.shop.context, 1);
    const late = await adminShop.shop.placeOrder(makeOrder({ images: [image], discount }));
    expect(refused(late)).toBe('409 discount_unavailable');
  });
});
