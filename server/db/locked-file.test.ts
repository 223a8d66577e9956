import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { enqueue } from '#server/jobs/enqueue.ts';
import { startPeriodicTasks } from '#server/jobs/periodic.ts';
import { openBrowser } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { silent, startTestWorker, until } from '#server/testing/jobs.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { openShop, type TestShop } from '#server/testing/shop.ts';

let shop: TestShop;
let other: BetterSqlite.Database;
beforeEach(async () => {
  shop = await openShop('sqlite');
  other = new BetterSqlite(join(shop.dataDir, 'shop.sqlite'));
});
afterEach(async () => {
  other.close();
  await shop.close();
});

const lock = () => other.exec('begin immediate');
const unlock = () => other.exec('rollback');
const pages = ['/api/config', '/api/verify/test-db', '/health'];
const readAll = () => Promise.all(pages.map(async (path) => (await shop.call(path)).status));

test('writes are refused as busy while another program has the file locked, and reads work', async () => {
  const json = makeOrder({ images: await addPictures(shop.context, 1) });
  const browser = openBrowser(shop);
  const account = { name: '', email: 'rosa@correo.cl', password: 'una contraseña larga' };
  lock();
  const answered: string[] = [];
  const writes = [
    shop.placeOrder(json, 'locked').finally(() => answered.push('order')),
    browser.ask('/sign-up/email', account).finally(() => answered.push('account')),
  ];
  for (let round = 0; round < 3; round += 1) expect(await readAll()).toEqual([200, 200, 200]);
  expect(answered).toEqual([]);
  for (const { status, body, headers } of await Promise.all(writes)) {
    expect([status, body?.code, headers.get('retry-after')]).toEqual([503, 'busy', '5']);
    expect(body?.message).toBe(
      'Hay mucha gente a la vez. Espera unos segundos y vuelve a intentarlo',
    );
  }
  unlock();
  placed(await shop.placeOrder(json, 'locked'));
  expect((await browser.ask('/sign-up/email', account)).status).toBe(200);
});

test('a lock that ends soon only delays an order', async () => {
  const json = makeOrder({ images: await addPictures(shop.context, 1) });
  lock();
  const placing = shop.placeOrder(json);
  expect(await readAll()).toEqual([200, 200, 200]);
  unlock();
  placed(await placing);
});

test('a transaction that fails after a lock releases the file', async () => {
  const { db } = shop.context;
  lock();
  const failing = db.transaction(() => Promise.reject(new Error('refused')));
  const reading = db.queries.selectFrom('orders').select('id').execute();
  expect(await reading).toEqual([]);
  unlock();
  await expect(failing).rejects.toThrow('refused');
  expect(await db.transaction(async (tx) => tx.selectFrom('jobs').select('id').execute())).toEqual(
    [],
  );
});

test('jobs and periodic tasks continue after the lock', async () => {
  const { db } = shop.context;
  await enqueue(db.queries, { kind: 'greet', payload: 'later' });
  lock();
  const [done, failures]: [unknown[], unknown[]] = [[], []];
  const log = { ...silent, error: (facts: unknown) => void failures.push(facts) };
  const handlers = { greet: async (payload: unknown) => void done.push(payload) };
  const stopWorker = startTestWorker({ db, log, handlers });
  let swept = 0;
  const sweep = async () => {
    await db.queries.deleteFrom('jobs').where('state', '=', 'dead').execute();
    swept += 1;
  };
  const stopTasks = startPeriodicTasks([{ name: 'sweep', everyMs: 50, run: sweep }], log);
  await until(() => failures.length >= 2);
  expect([done, swept]).toEqual([[], 0]);
  unlock();
  await until(() => done.length === 1 && swept > 0);
  await stopTasks();
  await stopWorker();
});
