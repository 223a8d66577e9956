import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { startJobs } from '../../../start-jobs.ts';
import { addPerson } from '../../../testing/accounts.ts';
import { addPictures } from '../../../testing/add-pictures.ts';
import { readJobs, silent, until } from '../../../testing/jobs.ts';
import { type Email, readMails } from '../../../testing/mail.ts';
import { makeOrder } from '../../../testing/orders.ts';
import { anyDatabase, openShop, type TestShop } from '../../../testing/shop.ts';
import { placeOrder } from '../place/place-order.ts';

const SHOP_EMAIL = 'hola@pines.cl';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ADDRESS = '203.0.113.7';

describe.each(anyDatabase)('mails about orders of strangers on %s', (kind) => {
  let shop: TestShop;
  let ahead: number;
  let stop: () => Promise<void>;
  beforeEach(async () => {
    shop = await openShop(kind, { env: { SHOP_EMAIL, RATE_LIMITS: 'on' } });
    ahead = 0;
    shop.context.clock = () => Date.now() + ahead;
    stop = async () => undefined;
  });
  afterEach(async () => {
    await stop();
    await shop.close();
  });

  /** A guest's order, unless `uid` names an account. */
  async function place(email: string, { address = ADDRESS, uid = '', verified = false } = {}) {
    const body = makeOrder({ images: await addPictures(shop.context, 1), delivery: { email } });
    const person = uid && (await addPerson(shop.context, uid, { email, emailVerified: verified }));
    const { order } = await placeOrder(shop.context, {
      body,
      buyer: person || null,
      key: null,
      address,
    });
    return order;
  }

  async function placeMany(emails: readonly string[], options = {}): Promise<Order[]> {
    const orders: Order[] = [];
    for (const email of emails) orders.push(await place(email, options));
    return orders;
  }

  async function kinds(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const job of await readJobs(shop.context.db)) {
      const name = job.kind.replace('mail.', '');
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }
  const repeat = (email: string, times: number) => Array<string>(times).fill(email);

  async function sendAll(): Promise<Email[]> {
    await stop();
    stop = startJobs(shop.context, silent);
    const isSettled = async () =>
      (await readJobs(shop.context.db)).every(
        ({ state, lease, run_at }) =>
          state === 'done' || (lease === null && run_at > shop.context.clock()),
      );
    await until(isSettled, 30_000);
    return readMails(join(shop.dataDir, 'mail'));
  }
  const mailsTo = (mails: readonly Email[], to: string) =>
    mails.filter((mail) => mail.to?.[0]?.address === to);

  /** As if it had been caused so many before. */
  const pretend = (mails: number, counts: string) =>
    shop.context.db.queries
      .updateTable('mail_counts')
      .set({ mails })
      .where('key', 'like', `order_received ${counts}`)
      .execute();

  test('are five an hour for an inbox, however it is spelt, and one more for all the others', async () => {
    const spelt = ['rosa@correo.cl', 'Rosa@Correo.cl', 'rosa+a@correo.cl', 'ROSA+b@correo.cl'];
    const orders = await placeMany([...spelt, ...spelt]);
    expect(await kinds()).toEqual({ order_received: 5, more_orders: 1, new_order: 8 });
    expect((await sendAll()).filter(({ to }) => to?.[0]?.address !== SHOP_EMAIL)).toHaveLength(5);

    ahead = HOUR_MS + MINUTE_MS;
    const mails = await sendAll();
    expect(mailsTo(mails, SHOP_EMAIL)).toHaveLength(8);
    const digest = mails.find(({ subject }) => subject === 'Tienes 3 pedidos más en Pines');
    expect(digest?.to?.[0]?.address).toBe('Rosa@correo.cl');
    for (const { id } of orders.slice(5)) expect(digest?.text).toContain(`/#pedido=${id}.`);
    for (const { id } of orders.slice(0, 5)) expect(digest?.text).not.toContain(id);
    expect(digest?.html).not.toMatch(/Rosa Pérez|Libertad|conserje|foto 1/);
    expect(mails).toHaveLength(8 + 5 + 1);
  });

  test('are twenty a day for an inbox, and then one at the end of the day', async () => {
    await place('rosa@correo.cl');
    await pretend(19, 'recipient % day');
    for (let hour = 0; hour < 4; hour += 1) {
      await place('rosa@correo.cl', { address: `203.0.113.${hour}` });
      ahead += HOUR_MS + MINUTE_MS;
    }
    expect(await kinds()).toEqual({ order_received: 2, more_orders: 1, new_order: 5 });
    const jobs = await readJobs(shop.context.db);
    const dueAt = Math.max(...jobs.map(({ run_at }) => run_at));
    expect(dueAt - Date.now()).toBeGreaterThan(23 * HOUR_MS);
    ahead = 25 * HOUR_MS;
    const subjects = mailsTo(await sendAll(), 'rosa@correo.cl').map(({ subject }) => subject);
    expect(subjects).toHaveLength(3);
    expect(subjects).toContain('Tienes 3 pedidos más en Pines');
  });

  test('are not more when the orders come at once', async () => {
    await Promise.all(repeat('rosa@correo.cl', 15).map((email) => place(email)));
    expect(await kinds()).toEqual({ order_received: 5, more_orders: 1, new_order: 15 });
    ahead = HOUR_MS + MINUTE_MS;
    const mails = mailsTo(await sendAll(), 'rosa@correo.cl');
    expect(mails.map(({ subject }) => subject)).toContain('Tienes 10 pedidos más en Pines');
  });

  test('are thirty an hour that one client causes, and none beyond its hundred of the day', async () => {
    await place('ana@correo.cl');
    await pretend(29, 'client % hour');
    await placeMany(['bea@correo.cl', 'eva@correo.cl']);
    expect(await kinds()).toEqual({ order_received: 2, more_orders: 1, new_order: 3 });
    await place('flor@correo.cl', { address: '203.0.113.8' });
    expect(await kinds()).toMatchObject({ order_received: 3 });

    await pretend(100, 'client % day');
    await placeMany(['luz@correo.cl', 'eva@correo.cl']);
    expect(await kinds()).toEqual({ order_received: 3, more_orders: 1, new_order: 6 });
    ahead = HOUR_MS + MINUTE_MS;
    const [mail] = mailsTo(await sendAll(), 'eva@correo.cl');
    expect(mail?.subject).toBe('Tienes 2 pedidos más en Pines');
  });

  test('count an IPv6 network as one client', async () => {
    await place('ana@correo.cl', { address: '2001:db8:1:1::1' });
    await pretend(30, 'client % hour');
    await place('bea@correo.cl', { address: '2001:db8:1:1::2' });
    await place('eva@correo.cl', { address: '2001:db8:1:2::1' });
    await pretend(300, 'network % hour');
    await place('luz@correo.cl', { address: '2001:db8:1:3::1' });
    expect(await kinds()).toMatchObject({ order_received: 2, more_orders: 2 });
  });

  test('are limited for an account that has not verified its e-mail, and for no other', async () => {
    await placeMany(repeat('rosa@correo.cl', 6), { uid: 'rosa' });
    expect(await kinds()).toMatchObject({ order_received: 5, more_orders: 1 });
    await placeMany(repeat('ana@correo.cl', 8), { uid: 'ana', verified: true });
    expect(await kinds()).toMatchObject({ order_received: 13, more_orders: 1 });
  });

  test('of the hour that follows leave at once again', async () => {
    await placeMany(repeat('rosa@correo.cl', 6));
    ahead = HOUR_MS + MINUTE_MS;
    await placeMany(repeat('rosa@correo.cl', 5));
    expect(await kinds()).toMatchObject({ order_received: 10, more_orders: 1 });
  });

  test('are one for an order that comes in while the mail about others is due', async () => {
    await placeMany(repeat('rosa@correo.cl', 6));
    ahead = HOUR_MS - 5000;
    await place('rosa@correo.cl');
    expect(await kinds()).toMatchObject({ order_received: 5, more_orders: 2 });
    ahead = 2 * HOUR_MS;
    const subjects = mailsTo(await sendAll(), 'rosa@correo.cl').map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject?.includes('1 pedido más'))).toHaveLength(2);
  });

  test('are written down by hashes, and forgotten when their order is', async () => {
    const orders = await placeMany(repeat('rosa@correo.cl', 7));
    const { queries } = shop.context.db;
    const rows = [
      ...(await queries.selectFrom('mail_counts').selectAll().execute()),
      ...(await queries.selectFrom('delayed_order_news').selectAll().execute()),
      ...(await readJobs(shop.context.db)),
    ];
    expect(JSON.stringify(rows)).not.toMatch(/rosa|correo|203\.0/);
    const last = orders.at(-1)?.id ?? '';
    await queries.deleteFrom('orders').where('id', '=', last).execute();
    await queries.updateTable('orders').set({ deleted_at: 1 }).execute();
    ahead = HOUR_MS + MINUTE_MS;
    expect(await sendAll()).toEqual([]);
  });
});
