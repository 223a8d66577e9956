import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { useShop } from '#server/testing/use-shop.ts';
import { shareClock } from './db/shared-clock.ts';
import { chaseUnpaid } from './features/payments/unpaid/chase-unpaid.ts';
import { sweepUploads } from './features/uploads/remove-pictures.ts';
import { enqueue } from './jobs/enqueue.ts';
import { openAccount, openBrowser } from './testing/accounts.ts';
import { createClient } from './testing/client.ts';
import { databases } from './testing/database.ts';
import { findWrongSums } from './testing/find-wrong-sums.ts';
import { createHome } from './testing/home.ts';
import { mailsOf, openAgain, readJobs, startTestWorker, until } from './testing/jobs.ts';
import { addCode, makeOrder, placed } from './testing/orders.ts';
import { spawnShop } from './testing/process.ts';
import { LONG } from './testing/seed.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SKEW_MS = 180_000;

describe.each(databases)('a clock that jumps, on %s', (kind) => {
  let ahead = 0;
  const clock = () => Date.now() + ahead;
  const shop = useShop(kind, { context: { clock } });
  const save = (group: 'notice' | 'unpaid', values: object) =>
    shop.context.db.queries
      .insertInto('settings')
      .values({
        ...{ group_name: group, version: 1, saved_by: 'test', saved_at: clock() },
        saved_values: JSON.stringify(values),
      })
      .execute();
  beforeAll(() =>
    save('unpaid', { payDays: 5, reminders: [{ day: 1 }, { day: 3 }], cancels: true }),
  );

  const order = async (discount: Parameters<typeof makeOrder>[0]['discount'] = null) => {
    const images = await shop.uploadMany(1);
    return placed(await shop.placeOrder(makeOrder({ images, discount })));
  };

  test('back an hour: orders, sessions and codes go on, and jobs do not wait for it', async () => {
    const rosa = await openAccount(shop, `rosa-${kind}@correo.cl`);
    const discount = await addCode(shop.context, 'RELOJ', { expires_at: clock() + 10 * 60_000 });
    const first = await order(discount);
    const { db } = shop.context;
    const ran: string[] = [];
    const stop = startTestWorker({
      db,
      clock,
      handlers: { 'test.clock': async (_payload, { id }) => void ran.push(id) },
    });
    onTestFinished(stop);
    await enqueue(db.queries, { kind: 'test.clock', payload: {} }, clock() + 60_000);
    await shop.call('/api/config');
    ahead -= HOUR_MS;
    const notice = { text: 'Volvemos', from: null, to: null, ordersClosed: false, closedText: '' };
    await save('notice', notice);
    expect((await shop.call('/api/config')).body.notice).toMatchObject({ text: 'Volvemos' });
    await enqueue(db.queries, { kind: 'test.clock', payload: {} }, clock());
    await until(() => ran.length === 1);
    const second = await order(discount);
    expect(new Set([first.id, second.id]).size).toBe(2);
    expect((await rosa.call('/api/auth/profile')).status).toBe(200);
    expect(await rosa.token()).not.toBeNull();
    // A job planned in a minute still starts in a minute, not in an hour and a minute.
    ahead += 60_000;
    if (kind === 'sqlite') await until(() => ran.length === 2);
    ahead += HOUR_MS;
    await until(() => ran.length === 2);
    expect(new Set(ran).size).toBe(2);
    expect(await findWrongSums(db)).toEqual([]);
  });

  test('forward 40 days and back: each thing is done once, and what is ordered stays', async () => {
    const { context } = shop;
    const rosa = await openAccount(shop, `ana-${kind}@correo.cl`);
    const discount = await addCode(context, 'CUARENTA', { expires_at: clock() + DAY_MS });
    const placedNow = await order(discount);
    const [waiting = ''] = await shop.uploadMany(1);
    ahead += 40 * DAY_MS;
    expect((await rosa.call('/api/auth/profile')).status).toBe(401);
    expect((await rosa.signIn(`ana-${kind}@correo.cl`)).status).toBe(200);
    const json = { code: 'CUARENTA', orderTotal: 1700 };
    expect((await shop.call('/api/discount-codes/validate', { json })).body.success).toBe(false);
    const mails = async () => (await mailsOf(context.db, placedNow.id)).sort();
    for (const days of [0, -40, 40, 0]) {
      ahead += days * DAY_MS;
      await chaseUnpaid(context);
      await sweepUploads(context);
    }
    const reminders = (await mails()).filter((kind) => kind.includes('reminder'));
    expect(reminders.length).toBeLessThanOrEqual(1);
    expect((await mails()).filter((kind) => kind.includes('cancel')).length).toBeLessThanOrEqual(1);
    ahead -= 40 * DAY_MS;
    await chaseUnpaid(context);
    const { length } = await mails();
    await chaseUnpaid(context);
    expect(await mails()).toHaveLength(length);
    // The unordered picture is removed, the ordered one is still shown.
    const gone = await shop.placeOrder(makeOrder({ images: [waiting] }));
    expect([gone.status, gone.body.code]).toEqual([400, 'image_not_found']);
    expect((await order()).id).not.toBe(placedNow.id);
    expect(await findWrongSums(context.db)).toEqual([]);
  });
});

describe('two processes three minutes apart, on one PostgreSQL', () => {
  test('follow its clock: no lease of the other counts as expired', async () => {
    const home = await createHome('postgres', { hasSchema: true });
    const db = await openAgain(home);
    const [right, wrong] = [await shareClock(db), await shareClock(db, () => Date.now() + SKEW_MS)];
    expect(Math.abs(right.clock() - wrong.clock())).toBeLessThan(2000);
    let runs = 0;
    const handlers = {
      'test.slow': async () => {
        runs += 1;
        await sleep(1500);
      },
    };
    await enqueue(db.queries, { kind: 'test.slow', payload: {} }, right.clock() - 5000);
    const stops = [right, wrong].map(({ clock }) =>
      startTestWorker({ db, clock, handlers, leaseMs: 6000 }),
    );
    await until(async () => (await readJobs(db)).every(({ state }) => state === 'done'));
    expect(runs).toBe(1);
    for (const stop of stops) await stop();
    for (const { stop } of [right, wrong]) stop();
    await db.close();
    await home.remove();
  });

  test('a database that does not tell the time leaves the machine its own', async () => {
    const { clock } = await shareClock({ readClock: async () => null }, () => 42);
    expect(clock()).toBe(42);
  });

  test.runIf(LONG)('accept each other’s sessions, and each mail comes once', async () => {
    const home = await createHome('postgres', { hasSchema: true });
    const env = { ...home.env, PUBLIC_URL: 'http://127.0.0.1:3999' };
    const preload = pathToFileURL(join(import.meta.dirname, 'testing/skewed-clock.ts')).href;
    const shops = [
      spawnShop(env),
      spawnShop({ ...env, SKEW_MS: String(SKEW_MS), NODE_OPTIONS: `--import ${preload}` }),
    ];
    const urls = await Promise.all(shops.map((shop) => shop.ready()));
    const clients = urls.map((url) => createClient(() => url));
    for (const [from, client] of clients.entries()) {
      const browser = openBrowser({ ...client, url: env.PUBLIC_URL });
      expect((await browser.signUp(`rosa${from}@correo.cl`)).status).toBe(200);
      const bearer = await browser.token();
      for (const other of clients) {
        const headers = { authorization: `Bearer ${bearer}` };
        expect((await other.call('/api/auth/profile', { headers })).status).toBe(200);
        const images = await other.uploadMany(1);
        placed(await other.placeOrder(makeOrder({ images })));
      }
    }
    const db = await openAgain(home);
    await until(async () => (await readJobs(db)).every(({ state }) => state === 'done'), 60_000);
    expect((await readJobs(db)).map(({ attempts }) => attempts).every((tries) => tries === 1)).toBe(
      true,
    );
    await db.close();
    await Promise.all(shops.map((shop) => shop.kill()));
    await home.remove();
  });
});
