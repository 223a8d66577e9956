import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#domain/base/dates.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import { changeOrder } from '#server/features/orders/order.ts';
import { removeMark, setMark } from '#server/features/production/change-mark.ts';
import { startTestWorker, until } from '#server/testing/jobs.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { findRows } from '#server/testing/rows.ts';
import { databases, testOnAny, useShop } from '#server/testing/use-shop.ts';
import { pictureHandlers, removeOldPictures } from './remove-pictures.ts';

const DAYS = 30;

describe.each(databases)('pictures of orders that ended, on %s', (kind) => {
  const testAbove = testOnAny(kind);
  let now = Date.now();
  const env = { PICTURE_DAYS: String(DAYS) };
  const shop = useShop(kind, { env, context: { clock: () => now } });
  let stopWorker: () => Promise<void>;
  beforeAll(() => {
    stopWorker = startTestWorker({
      db: shop.context.db,
      clock: () => now,
      handlers: { ...pictureHandlers(shop.context) },
    });
  });
  afterAll(() => stopWorker());

  async function order(...images: string[]): Promise<string> {
    return placed(await shop.placeOrder(makeOrder({ images }))).id;
  }

  async function setStatus(id: string, status: OrderStatus): Promise<void> {
    const context = { ...shop.context, clock: () => now };
    await changeOrder(context, { id, by: null, version: null }, () => ({
      set: { setByHand: { status, at: now } },
      action: 'status_changed',
      changes: [],
    }));
  }

  const pass = (days: number) => {
    now += days * DAY_MS;
  };

  test.each(['completed', 'cancelled'] as const)(
    'go so many days after it was %s; the order stays',
    async (status) => {
      const [image = '', other = ''] = await shop.uploadMany(2);
      const [id, underWay] = [await order(image), await order(other)];
      pass(3 * DAYS);
      await setStatus(id, status);
      expect(await removeOldPictures(shop.context)).toBe(0);
      pass(DAYS);
      expect(await removeOldPictures(shop.context)).toBe(0);
      now += 1;
      expect(await removeOldPictures(shop.context)).toBe(1);
      await until(async () => (await shop.fetch(image)).status === 404);
      expect((await shop.call(image)).body.message).toBe('Imagen no disponible');
      expect((await shop.fetch(other)).status).toBe(200);
      expect(await removeOldPictures(shop.context)).toBe(0);

      const rows = await findRows(shop.context, 'order_items', { order_id: [id, underWay] });
      expect(rows).toHaveLength(2);
      const again = await shop.placeOrder(makeOrder({ images: [image] }));
      expect([again.status, again.body.code]).toEqual([400, 'image_not_found']);
    },
  );

  testAbove('stay while an order was taken up again, and count from its last end', async () => {
    const [image = ''] = await shop.uploadMany(1);
    const id = await order(image);
    await setStatus(id, 'completed');
    pass(DAYS + 1);
    await setStatus(id, 'processing');
    expect(await removeOldPictures(shop.context)).toBe(0);
    await setStatus(id, 'completed');
    pass(DAYS);
    expect(await removeOldPictures(shop.context)).toBe(0);
    now += 1;
    expect(await removeOldPictures(shop.context)).toBe(1);
  });

  test('count from the dispatch that completed their order, and stay once it is taken back', async () => {
    const [image = '', other = ''] = await shop.uploadMany(2);
    const [id, back] = [await order(image), await order(other)];
    pass(3);
    const context = { ...shop.context, clock: () => now };
    for (const target of [id, back]) {
      await setMark(
        context,
        { id: target, by: null, version: null },
        { mark: 'dispatched', courier: null, tracking: null },
      );
    }
    await removeMark(context, { id: back, by: null, version: null }, 'dispatched');
    pass(DAYS);
    expect(await removeOldPictures(shop.context)).toBe(0);
    now += 1;
    expect(await removeOldPictures(shop.context)).toBe(1);
    expect((await shop.fetch(other)).status).toBe(200);
  });

  testAbove('stay for ever without a setting', async () => {
    const [image = ''] = await shop.uploadMany(1);
    await setStatus(await order(image), 'completed');
    pass(100 * DAYS);
    const { config } = shop.context;
    const unset = { ...shop.context, config: { ...config, pictureDays: null } };
    expect(await removeOldPictures(unset)).toBe(0);
    expect((await shop.fetch(image)).status).toBe(200);
  });
});
