import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CreateOrderBody } from '#contract/orders.ts';
import { addPerson } from '../../../testing/accounts.ts';
import { addPictures } from '../../../testing/add-pictures.ts';
import { findWrongBooks } from '../../../testing/books.ts';
import { countDeadlocks } from '../../../testing/count-deadlocks.ts';
import { readJobs } from '../../../testing/jobs.ts';
import { addCode, countRows, makeOrder } from '../../../testing/orders.ts';
import { databases, openShop, type TestShop } from '../../../testing/shop.ts';
import { openOrderDesk } from './open-order-desk.ts';

const MANY = 20;

describe.each(databases)('orders that come at the same moment on %s', (kind) => {
  let shop: TestShop;
  let transactions: number;
  let warnings: object[];
  /** What befalls a transaction before it begins, and when it has been written. */
  let before: () => void;
  let afterwards: () => void;
  beforeEach(async () => {
    shop = await openShop(kind, { env: { RATE_LIMITS: 'on', SHOP_EMAIL: 'hola@pines.cl' } });
    transactions = 0;
    warnings = [];
    before = () => undefined;
    afterwards = () => undefined;
  });
  afterEach(() => shop.close());

  function openDesk() {
    const { db } = shop.context;
    const transaction: typeof db.transaction = async (work) => {
      transactions += 1;
      before();
      const result = await db.transaction(work);
      afterwards();
      return result;
    };
    const log = { warn: (facts: object) => warnings.push(facts) };
    const placeOrder = openOrderDesk({ ...shop.context, db: { ...db, transaction } }, log);
    return (body: CreateOrderBody, key: string | null, more = {}) =>
      placeOrder({ body, key, buyer: null, address: '203.0.113.7', ...more });
  }

  async function makeMany(count = MANY): Promise<CreateOrderBody[]> {
    const pictures = await addPictures(shop.context, count);
    return pictures.map((imageUrl, at) =>
      makeOrder({
        images: [{ imageUrl, quantity: 1 + (at % 3) }],
        delivery: { email: `buyer${at}@ejemplo.cl`, city: at % 2 ? 'Talca' : 'Chillán' },
      }),
    );
  }

  const ofOrders = async () => (await readJobs(shop.context.db)).map((job) => job.kind).sort();

  test('share transactions, and each is the one that was asked for', async () => {
    const bodies = await makeMany();
    const place = openDesk();
    const placed = await Promise.all(bodies.map((body, at) => place(body, `key ${at}`)));
    expect(transactions).toBeLessThan(MANY / 4);
    for (const [at, { order, replayed }] of placed.entries()) {
      expect(replayed).toBe(false);
      expect(order.images).toEqual(bodies[at]?.images.map(({ imageUrl }) => imageUrl));
      expect(order.deliveryData).toMatchObject({
        email: bodies[at]?.deliveryData.email,
        pricing: bodies[at]?.deliveryData.pricing,
      });
    }
    expect(new Set(placed.map(({ order }) => order.id)).size).toBe(MANY);
    expect(await findWrongBooks(shop.context.db)).toEqual([]);
    const each = (mail: string) => Array(MANY).fill(`mail.${mail}`);
    expect(await ofOrders()).toEqual([...each('new_order'), ...each('order_received')]);
  });

  test('one that is refused is told why, and keeps no other away', async () => {
    const bodies = await makeMany(6);
    const [first, second] = bodies;
    if (!(first && second)) throw new Error('no orders');
    const pricing = { ...second.deliveryData.pricing, totalAmount: 1 };
    const wrong = { ...second, deliveryData: { ...second.deliveryData, pricing } };
    const stolen = { ...second, images: first.images };
    const place = openDesk();
    const [taken, dear, late, ...others] = await Promise.allSettled([
      place(first, 'first'),
      place(wrong, 'wrong'),
      place({ ...stolen, deliveryData: first.deliveryData }, 'stolen'),
      ...bodies.slice(2).map((body, at) => place(body, `other ${at}`)),
    ]);
    expect([taken.status, ...others.map(({ status }) => status)]).toEqual(
      Array(5).fill('fulfilled'),
    );
    expect(dear).toMatchObject({ reason: { code: 'price_changed' } });
    expect(late).toMatchObject({ reason: { code: 'image_already_ordered' } });
    expect((await countRows(shop.context)).orders).toBe(5);
    expect(await findWrongBooks(shop.context.db)).toEqual([]);
    expect((await place(second, 'wrong')).replayed).toBe(false);
  });

  test('one that is refused costs the others one transaction more', async () => {
    const bodies = await makeMany(16);
    const [wrong] = bodies;
    if (wrong) wrong.deliveryData.pricing.totalAmount += 1;
    const place = openDesk();
    const placed = await Promise.allSettled(bodies.map((body, at) => place(body, `key ${at}`)));
    expect(placed.filter(({ status }) => status === 'fulfilled')).toHaveLength(15);
    // All, then 8, 4, 2 and 1 of the others, and the one.
    expect(transactions).toBeLessThanOrEqual(6);
    expect(warnings).toEqual([]);
  });

  test('one whose second group falls apart as well is placed alone', async () => {
    const [wrong, later, ...bodies] = await makeMany(9);
    if (!(wrong && later)) throw new Error('no orders');
    wrong.deliveryData.pricing.totalAmount += 1;
    later.deliveryData.pricing.totalAmount += 1;
    const place = openDesk();
    const refused: Promise<unknown>[] = [];
    // It waits while the first group is placed, and is in the second.
    before = () => {
      if (transactions === 1) refused.push(expect(place(later, 'later')).rejects.toThrow());
    };
    refused.push(expect(place(wrong, 'wrong')).rejects.toThrow());
    const placed = await Promise.all(bodies.map((body, at) => place(body, `key ${at}`)));
    await Promise.all(refused);
    expect(placed.map(({ replayed }) => replayed)).toEqual(Array(7).fill(false));
    // Fewer where the first took so long that the other did not wait for it.
    expect(transactions).toBeLessThanOrEqual(2 + 9);
  });

  test.each([
    ['a lock that was waited for in vain', { code: '57014' }],
    ['a fault', {}],
  ])('%s of all of them is none of each', async (_name, facts) => {
    const bodies = await makeMany(8);
    before = () => {
      if (transactions === 1) throw Object.assign(new Error('something'), facts);
    };
    const place = openDesk();
    const placed = await Promise.all(bodies.map((body, at) => place(body, `key ${at}`)));
    expect(placed).toHaveLength(8);
    expect(transactions).toBe(9);
    expect(warnings).toEqual([{ err: expect.any(Error), orders: 8 }]);
  });

  test('an order of many pictures is placed alone', async () => {
    const bodies = await makeMany(4);
    const images = await addPictures(shop.context, 11);
    const place = openDesk();
    await Promise.all([
      place(makeOrder({ images }), 'many'),
      ...bodies.map((body, at) => place(body, `key ${at}`)),
    ]);
    expect(transactions).toBe(2);
  });

  test('the same one twice becomes one order', async () => {
    const [body, other] = await makeMany(2);
    if (!(body && other)) throw new Error('no orders');
    const place = openDesk();
    const [one, two] = await Promise.all([
      place(body, 'twice'),
      place(body, 'twice'),
      place(other, 'other'),
    ]);
    expect(two.order).toEqual(one.order);
    expect([one.replayed, two.replayed].sort()).toEqual([false, true]);
    expect((await countRows(shop.context)).orders).toBe(2);
  });

  test('those of accounts, with codes or without a key have one each', async () => {
    const discount = await addCode(shop.context, 'DIEZ');
    const images = await addPictures(shop.context, 3);
    const [mine = '', cheap = '', keyless = ''] = images;
    const buyer = await addPerson(shop.context, 'ana', { email: 'ana@ejemplo.cl' });
    const place = openDesk();
    const placed = await Promise.all([
      place(makeOrder({ images: [mine] }), 'mine', { buyer }),
      place(makeOrder({ images: [cheap], discount }), 'cheap'),
      place(makeOrder({ images: [keyless] }), null),
    ]);
    expect(transactions).toBe(3);
    expect(placed.map(({ order }) => order.isGuestOrder)).toEqual([false, true, true]);
  });

  test('to one mailbox: as many are written to as if they came one after the other', async () => {
    const bodies = (await makeMany(8)).map((body) => ({
      ...body,
      deliveryData: { ...body.deliveryData, email: 'una@ejemplo.cl' },
    }));
    const place = openDesk();
    await Promise.all(bodies.map((body, at) => place(body, `key ${at}`)));
    const jobs = await ofOrders();
    const count = (mail: string) => jobs.filter((job) => job === `mail.${mail}`).length;
    expect([count('new_order'), count('order_received'), count('more_orders')]).toEqual([8, 5, 1]);
  });

  test('at several desks count their mails in one order, however they come', async () => {
    const bodies = await makeMany(120);
    const desks = [openDesk(), openDesk(), openDesk(), openDesk()];
    const addresses = ['203.0.113.7', '2001:db8:1::1', '2001:db8:2::1', '2001:db8:3::1'];
    const placed = bodies.map((body, at) => {
      const address = addresses[(at + (at >> 2)) % 4];
      return desks[at % 4]?.(body, `key ${at}`, { address });
    });
    expect(await Promise.all(placed)).toHaveLength(120);
    expect(await findWrongBooks(shop.context.db)).toEqual([]);
    expect(await countDeadlocks(shop)).toBe(0);
  });

  test('at several desks take shared pictures in one order, however they come', async () => {
    const bodies = await makeMany(40);
    const desks = [openDesk(), openDesk(), openDesk()];
    const placed = await Promise.allSettled(
      desks.flatMap((place, desk) => {
        const turned = [...bodies.slice(desk * 13), ...bodies.slice(0, desk * 13)];
        const each = desk % 2 ? turned.toReversed() : turned;
        return each.map((body, at) => place(body, `key ${desk} ${at}`));
      }),
    );
    const codes = placed.map((each) => (each.status === 'rejected' ? each.reason.code : 'placed'));
    expect(codes.filter((code) => code === 'placed')).toHaveLength(40);
    expect(codes.filter((code) => code === 'image_already_ordered')).toHaveLength(80);
    expect(await countDeadlocks(shop)).toBe(0);
  });

  test('whose commit is answered by nobody are told so, and are there when they are asked for again', async () => {
    const bodies = await makeMany(5);
    afterwards = () => {
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    };
    const place = openDesk();
    const send = () => Promise.allSettled(bodies.map((body, at) => place(body, `key ${at}`)));
    for (const answer of await send()) {
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'ECONNRESET' } });
    }
    afterwards = () => undefined;
    for (const answer of await send()) {
      expect(answer).toMatchObject({ status: 'fulfilled', value: { replayed: true } });
    }
    expect((await countRows(shop.context)).orders).toBe(5);
  });
});
