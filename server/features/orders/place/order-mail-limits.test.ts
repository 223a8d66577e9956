import { beforeEach, describe, expect, test } from 'vitest';
import { firstToken } from '#server/features/orders/order-link.ts';
import { placeOrder } from '#server/features/orders/place/place-order.ts';
import { setMark } from '#server/features/production/change-mark.ts';
import { addPerson } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { mailJobsOf, readJobs } from '#server/testing/jobs.ts';
import type { Email } from '#server/testing/mail.ts';
import { makeOrder } from '#server/testing/orders.ts';
import { anyDatabase, useFreshShop } from '#server/testing/use-shop.ts';
import { writeMails } from '#server/testing/work-off.ts';

const SHOP_EMAIL = 'hola@pines.cl';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ADDRESS = '203.0.113.7';

describe.each(anyDatabase)('mails about orders of unverified buyers on %s', (kind) => {
  let ahead = 0;
  const clock = () => Date.now() + ahead;
  const shop = useFreshShop(kind, { env: { SHOP_EMAIL, RATE_LIMITS: 'on' }, context: { clock } });
  beforeEach(() => {
    ahead = 0;
  });

  /** Places an order: a guest's, unless `uid` is an account. */
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

  async function placeMany(emails: readonly string[], options = {}): Promise<void> {
    for (const email of emails) await place(email, options);
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

  const mailsTo = (mails: readonly Email[], to: string) =>
    mails.filter((mail) => mail.to?.[0]?.address === to);

  /** Sets the counters as if this many mails had been sent. */
  const pretend = (mails: number, counts: string) =>
    shop.context.db.queries
      .updateTable('mail_counts')
      .set({ mails })
      .where('key', 'like', `order_received ${counts}`)
      .execute();

  test('are five an hour for an inbox, however it is spelt; the shop is told of every order', async () => {
    const spelt = ['rosa@correo.cl', 'Rosa@Correo.cl', 'rosa+a@correo.cl', 'ROSA+b@correo.cl'];
    await placeMany([...spelt, ...spelt]);
    expect(await kinds()).toEqual({ order_received: 5, new_order: 8 });
    const mails = await writeMails(shop);
    expect(mailsTo(mails, SHOP_EMAIL)).toHaveLength(8);
    expect(mails).toHaveLength(8 + 5);
  });

  test('are five an hour of cancelled orders, too', async () => {
    for (let at = 0; at < 6; at += 1) {
      const { id } = await place('rosa@correo.cl');
      const token = firstToken(shop.context, id);
      await shop.call('/api/orders/cancel', { json: { token } });
    }
    expect(await kinds()).toMatchObject({ order_status: 5, cancel_told: 6 });
  });

  test('are limited of pictures and complaints that they send, too', async () => {
    const { context } = shop;
    const { id } = await place('rosa@correo.cl');
    const recipient = context.limits.hashRecipient('rosa@correo.cl');
    const ends_at = Date.now() + HOUR_MS;
    for (const mail of ['picture_received', 'complaint_received']) {
      const row = { key: `${mail} recipient ${recipient} hour`, ends_at, mails: 5 };
      await context.db.queries.insertInto('mail_counts').values(row).execute();
    }
    const token = firstToken(context, id);
    await shop.call('/api/orders/picture/link', { json: { token } });
    const [link] = await mailJobsOf(context.db, id, 'picture_link');
    const [imageUrl] = await addPictures(context, 1);
    const picture = { token: JSON.parse(link?.payload ?? '').token, item: 1, imageUrl };
    expect((await shop.call('/api/orders/picture', { json: picture })).status).toBe(200);
    const target = { id, by: null, version: null };
    await setMark(context, target, { mark: 'dispatched', courier: null, tracking: null });
    const complaint = { token, items: [1], words: 'Se despintó' };
    expect((await shop.call('/api/orders/complaint', { json: complaint })).status).toBe(201);
    const mails = await kinds();
    expect(mails).toMatchObject({ picture_replaced: 1, complaint_told: 1 });
    expect(Object.keys(mails)).not.toContain('picture_received');
    expect(Object.keys(mails)).not.toContain('complaint_received');
  });

  test('are twenty a day for an inbox', async () => {
    await place('rosa@correo.cl');
    await pretend(19, 'recipient % day');
    for (let hour = 0; hour < 4; hour += 1) {
      await place('rosa@correo.cl', { address: `203.0.113.${hour}` });
      ahead += HOUR_MS + MINUTE_MS;
    }
    expect(await kinds()).toEqual({ order_received: 2, new_order: 5 });
    ahead = 25 * HOUR_MS;
    await place('rosa@correo.cl');
    expect(await kinds()).toEqual({ order_received: 3, new_order: 6 });
  });

  test('are thirty an hour and a hundred a day that one client causes', async () => {
    await place('ana@correo.cl');
    await pretend(29, 'client % hour');
    await placeMany(['bea@correo.cl', 'eva@correo.cl']);
    expect(await kinds()).toEqual({ order_received: 2, new_order: 3 });
    await place('flor@correo.cl', { address: '203.0.113.8' });
    expect(await kinds()).toMatchObject({ order_received: 3 });

    await pretend(100, 'client % day');
    ahead = HOUR_MS + MINUTE_MS;
    await place('luz@correo.cl');
    expect(await kinds()).toMatchObject({ order_received: 3 });
  });

  test('count an IPv6 network as one client', async () => {
    await place('ana@correo.cl', { address: '2001:db8:1:1::1' });
    await pretend(30, 'client % hour');
    await place('bea@correo.cl', { address: '2001:db8:1:1::2' });
    await place('eva@correo.cl', { address: '2001:db8:1:2::1' });
    await pretend(300, 'network % hour');
    await place('luz@correo.cl', { address: '2001:db8:1:3::1' });
    expect(await kinds()).toMatchObject({ order_received: 2 });
  });

  test('are limited for an account that has not verified its e-mail, and for no other', async () => {
    await placeMany(repeat('rosa@correo.cl', 6), { uid: 'rosa' });
    expect(await kinds()).toMatchObject({ order_received: 5 });
    await placeMany(repeat('ana@correo.cl', 8), { uid: 'ana', verified: true });
    expect(await kinds()).toMatchObject({ order_received: 13 });
  });

  test('are sent again in the next hour', async () => {
    await placeMany(repeat('rosa@correo.cl', 6));
    ahead = HOUR_MS + MINUTE_MS;
    await placeMany(repeat('rosa@correo.cl', 5));
    expect(await kinds()).toMatchObject({ order_received: 10 });
  });

  test('are counted under hashes', async () => {
    await placeMany(repeat('rosa@correo.cl', 7));
    const { queries } = shop.context.db;
    const rows = [
      ...(await queries.selectFrom('mail_counts').selectAll().execute()),
      ...(await readJobs(shop.context.db)),
    ];
    expect(JSON.stringify(rows)).not.toMatch(/rosa|correo|203\.0/);
  });
});
