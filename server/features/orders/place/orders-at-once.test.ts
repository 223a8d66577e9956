import { describe, expect, test } from 'vitest';
import type { CreateOrderBody } from '#contract/orders/orders.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { countDeadlocks } from '#server/testing/count-deadlocks.ts';
import { findWrongSums } from '#server/testing/find-wrong-sums.ts';
import { readJobs } from '#server/testing/jobs.ts';
import { countRows, makeOrder } from '#server/testing/orders.ts';
import { databases, testRaceOn, useFreshShop } from '#server/testing/use-shop.ts';
import { placeOrder } from './place-order.ts';

describe.each(databases)('orders placed at the same moment on %s', (kind) => {
  const testRace = testRaceOn(kind);
  const shop = useFreshShop(kind, { env: { RATE_LIMITS: 'on', SHOP_EMAIL: 'hola@pines.cl' } });

  const place = (body: CreateOrderBody, key: string, address = '203.0.113.7') =>
    placeOrder(shop.context, { body, key, buyer: null, address });

  async function makeMany(count: number): Promise<CreateOrderBody[]> {
    const pictures = await addPictures(shop.context, count);
    return pictures.map((imageUrl, at) =>
      makeOrder({
        images: [{ imageUrl, quantity: 1 + (at % 3) }],
        delivery: { email: `buyer${at}@ejemplo.cl`, city: at % 2 ? 'Talca' : 'Chillán' },
      }),
    );
  }

  const sentMails = async () => (await readJobs(shop.context.db)).map((job) => job.kind).sort();

  test('are each the one that was requested, with its mails', async () => {
    const bodies = await makeMany(20);
    const placed = await Promise.all(bodies.map((body, at) => place(body, `key ${at}`)));
    for (const [at, { order, replayed }] of placed.entries()) {
      expect(replayed).toBe(false);
      expect(order.images).toEqual(bodies[at]?.images.map(({ imageUrl }) => imageUrl));
      expect(order.deliveryData).toMatchObject({
        email: bodies[at]?.deliveryData.email,
        pricing: bodies[at]?.deliveryData.pricing,
      });
    }
    expect(await findWrongSums(shop.context.db)).toEqual([]);
    const each = (mail: string) => Array(20).fill(`mail.${mail}`);
    expect(await sentMails()).toEqual([...each('new_order'), ...each('order_received')]);
  });

  test('are refused one by one, and a refused one leaves nothing behind', async () => {
    const bodies = await makeMany(6);
    const [first, second] = bodies;
    if (!(first && second)) throw new Error('no orders');
    const pricing = { ...second.deliveryData.pricing, totalAmount: 1 };
    const wrong = { ...second, deliveryData: { ...second.deliveryData, pricing } };
    const [taken, dear, ...others] = await Promise.allSettled([
      place(first, 'first'),
      place(wrong, 'wrong'),
      ...bodies.slice(2).map((body, at) => place(body, `other ${at}`)),
    ]);
    expect([taken, ...others].map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'));
    expect(dear).toMatchObject({ reason: { code: 'price_changed' } });
    await expect(place(first, 'late')).rejects.toMatchObject({ code: 'image_already_ordered' });
    expect((await countRows(shop.context)).orders).toBe(5);
    expect(await findWrongSums(shop.context.db)).toEqual([]);
    expect((await place(second, 'wrong')).replayed).toBe(false);
  });

  test('to one mailbox are written to as if they came one after the other', async () => {
    const bodies = (await makeMany(8)).map((body) => ({
      ...body,
      deliveryData: { ...body.deliveryData, email: 'una@ejemplo.cl' },
    }));
    await Promise.all(bodies.map((body, at) => place(body, `key ${at}`)));
    const kinds = await sentMails();
    const count = (mail: string) => kinds.filter((each) => each === `mail.${mail}`).length;
    expect([count('new_order'), count('order_received')]).toEqual([8, 5]);
  });

  testRace('from several networks count their mails without a deadlock', async () => {
    const bodies = await makeMany(120);
    const addresses = ['203.0.113.7', '2001:db8:1::1', '2001:db8:2::1', '2001:db8:3::1'];
    const placed = bodies.map((body, at) => place(body, `key ${at}`, addresses[at % 4]));
    expect(await Promise.all(placed)).toHaveLength(120);
    expect(await findWrongSums(shop.context.db)).toEqual([]);
    expect(await countDeadlocks(shop)).toBe(0);
  });

  test('whose commit is not answered are there when they are requested again', async () => {
    const bodies = await makeMany(5);
    const { db } = shop.context;
    const unanswered: typeof db.transaction = async (work) => {
      await db.transaction(work);
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    };
    const context = { ...shop.context, db: { ...db, transaction: unanswered } };
    const requests = bodies.map((body, at) => {
      return { body, key: `key ${at}`, buyer: null, address: '203.0.113.7' };
    });
    for (const request of requests) {
      await expect(placeOrder(context, request)).rejects.toMatchObject({ code: 'ECONNRESET' });
      expect(await placeOrder(shop.context, request)).toMatchObject({ replayed: true });
    }
    expect((await countRows(shop.context)).orders).toBe(5);
  });
});
