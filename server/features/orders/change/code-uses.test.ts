import { describe, expect, test } from 'vitest';
import { addPictures } from '#server/testing/add-pictures.ts';
import { refused } from '#server/testing/admin-shop.ts';
import { addCode, makeOrder } from '#server/testing/orders.ts';
import { findRow, findRows, setRows } from '#server/testing/rows.ts';
import { databases, testOnAny, testRaceOn, useAdminShop } from '#server/testing/use-shop.ts';

const USED_UP = 'El código de descuento ya no tiene usos disponibles';

describe.each(databases)("a code's uses on %s", (kind) => {
  const testRace = testRaceOn(kind);
  const testAbove = testOnAny(kind);
  const adminShop = useAdminShop(kind);

  /** Returns a code's counter, the number of orders that use it, and the number of its use rows. */
  async function uses(code: string): Promise<{ counter: number; orders: number; rows: number }> {
    const { context } = adminShop.shop;
    const { current_uses } = await findRow(context, 'discount_codes', { code });
    const kept = await findRows(context, 'orders', { discount_code: code, deleted_at: null });
    const orders = kept.filter(({ status }) => status !== 'cancelled');
    const rows = await findRows(context, 'discount_redemptions', { code });
    return { counter: current_uses, orders: orders.length, rows: rows.length };
  }
  const exactly = (count: number) => ({ counter: count, orders: count, rows: count });

  test('cancelling gives it back, re-opening takes it again', async () => {
    const discount = await addCode(adminShop.shop.context, 'UNO', { multiple_use: 0 });
    const { id } = await adminShop.place({ discount });
    expect(await uses('UNO')).toEqual(exactly(1));
    await adminShop.setStatus(id, 'cancelled');
    expect(await uses('UNO')).toEqual(exactly(0));
    await adminShop.setStatus(id, 'completed');
    expect(await uses('UNO')).toEqual(exactly(1));
    await adminShop.setStatus(id, 'pending');
    expect(await uses('UNO')).toEqual(exactly(1));
  });

  test('re-opening and restoring are refused when another order has taken the last one', async () => {
    const discount = await addCode(adminShop.shop.context, 'ULTIMO', { max_uses: 1 });
    const { id } = await adminShop.place({ discount });
    await adminShop.setStatus(id, 'cancelled');
    const other = await adminShop.place({ discount });
    const reopened = await adminShop.setStatus(id, 'pending');
    expect([refused(reopened), reopened.body.message]).toEqual([
      '409 discount_unavailable',
      USED_UP,
    ]);
    expect(await adminShop.read(id)).toMatchObject({ status: 'cancelled', version: 2 });
    await adminShop.remove(other.id);
    await adminShop.setStatus(id, 'pending');
    const restored = await adminShop.restore(other.id);
    expect([refused(restored), restored.body.message]).toEqual([
      '409 discount_unavailable',
      USED_UP,
    ]);
    expect(await uses('ULTIMO')).toEqual(exactly(1));
    await adminShop.setStatus(id, 'cancelled');
    expect((await adminShop.restore(other.id)).status).toBe(200);
    expect(await uses('ULTIMO')).toEqual(exactly(1));
  });

  test('deleting gives it back once, cancelled or not', async () => {
    const discount = await addCode(adminShop.shop.context, 'BORRA');
    const [one, two] = [await adminShop.place({ discount }), await adminShop.place({ discount })];
    await adminShop.setStatus(one.id, 'cancelled');
    await adminShop.remove(one.id);
    expect(await uses('BORRA')).toEqual(exactly(1));
    await adminShop.restore(one.id);
    expect(await uses('BORRA')).toEqual(exactly(1));
    await adminShop.remove(two.id);
    expect(await uses('BORRA')).toEqual(exactly(0));
  });

  testAbove('a code switched off or expired since is taken again all the same', async () => {
    const discount = await addCode(adminShop.shop.context, 'PASO');
    const { id } = await adminShop.place({ discount });
    await adminShop.setStatus(id, 'cancelled');
    await setRows(
      adminShop.shop.context,
      'discount_codes',
      { code: 'PASO' },
      { is_active: 0, expires_at: 1 },
    );
    expect((await adminShop.setStatus(id, 'pending')).status).toBe(200);
    expect(await uses('PASO')).toEqual(exactly(1));
  });

  testRace('cancelling races redeeming: never more than its limit, never a use lost', async () => {
    const discount = await addCode(adminShop.shop.context, 'CARRERA', { max_uses: 5 });
    const orders = [];
    for (let at = 0; at < 5; at += 1) orders.push(await adminShop.place({ discount }));
    const images = await addPictures(adminShop.shop.context, 10);
    const answers = await Promise.all([
      ...orders.map(({ id }) => adminShop.setStatus(id, 'cancelled')),
      ...images.map((image) => adminShop.shop.placeOrder(makeOrder({ images: [image], discount }))),
      ...orders.map(({ id }) => adminShop.setStatus(id, 'processing')),
    ]);
    expect(new Set([...answers.map(({ status }) => status), 200, 201, 409])).toEqual(
      new Set([200, 201, 409]),
    );
    const { counter, orders: carrying, rows } = await uses('CARRERA');
    expect([counter, rows]).toEqual([carrying, carrying]);
    expect(counter).toBeLessThanOrEqual(5);
  });

  testRace('changing the status races deleting: one wins, the counter is right', async () => {
    const discount = await addCode(adminShop.shop.context, 'DUELO');
    for (let round = 0; round < 6; round += 1) {
      const { id } = await adminShop.place({ discount });
      const answers = await Promise.all([
        adminShop.setStatus(id, 'cancelled'),
        adminShop.remove(id),
        adminShop.setStatus(id, 'completed'),
        adminShop.remove(id),
      ]);
      const removed = [answers[1], answers[3]].map((answer) => answer?.status).toSorted();
      expect(removed).toEqual([200, 404]);
      for (const { status } of answers) expect([200, 404]).toContain(status);
    }
    expect(await uses('DUELO')).toEqual(exactly(0));
  });

  testRace('switching a code off races redeeming: each discount given is counted', async () => {
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
