import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '#server/demo/invent-order.ts';
import { openBrowser } from '#server/testing/accounts.ts';
import { createClient, type ShopClient } from '#server/testing/client.ts';
import { buyThroughOutage, expectClear } from '#server/testing/crash/buy-through-outage.ts';
import { openLedger } from '#server/testing/crash/buy-until-gone.ts';
import { findLosses } from '#server/testing/crash/find-losses.ts';
import type { Home } from '#server/testing/database.ts';
import { createHome } from '#server/testing/home.ts';
import { openAgain, readJobs, until } from '#server/testing/jobs.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { type Postgres, startPostgres } from '#server/testing/postgres.ts';
import { type ShopProcess, spawnShop } from '#server/testing/process.ts';
import { LONG, report, SEED } from '#server/testing/seed.ts';

const KILLS = 20;
const AWAY_MS = LONG ? 60_000 : 1500;
const FROZEN_MS = LONG ? 90_000 : 1000;
const PATIENCE_MS = LONG ? 900_000 : 120_000;

describe('a shop whose PostgreSQL server fails', () => {
  let postgres: Postgres;
  let home: Home;
  let shop: ShopProcess;
  let client: ShopClient;
  let address: string;
  beforeAll(async () => {
    postgres = await startPostgres({ durable: true });
    home = await createHome('postgres', { hasSchema: true });
    home.env.DATABASE_URL = postgres.url;
    shop = spawnShop(home.env);
    address = await shop.ready();
    client = createClient(() => address);
  });
  afterAll(async () => {
    await shop.kill();
    await postgres.stop();
    await home.remove();
  });

  test.runIf(LONG)(
    'killed during orders: 503 meanwhile, nothing lost, no restart of the shop',
    { timeout: PATIENCE_MS },
    async () => {
      report(`TEST_SEED=${SEED}: ${KILLS} kills of PostgreSQL`);
      const random = createRandom(SEED);
      const ledger = openLedger();
      let refusals = 0;
      for (let round = 0; round < KILLS; round += 1) {
        const stop = new AbortController();
        const buyers = Array.from({ length: 4 }, (_, at) =>
          buyThroughOutage(client, ledger, { name: `r${round}-b${at}`, stop: stop.signal }),
        );
        const enough = ledger.acknowledged() + random.whole(1, 12);
        await until(() => ledger.acknowledged() >= enough, PATIENCE_MS);
        await sleep(random.roll() * 50);
        await postgres.kill();
        await sleep(random.roll() * 200);
        await postgres.restart();
        const more = ledger.acknowledged() + 4;
        await until(() => ledger.acknowledged() >= more, PATIENCE_MS);
        stop.abort();
        for (const met of await Promise.all(buyers)) refusals += met.refusals;
      }
      for (const { body, key, order } of ledger.sent) {
        expect(placed(await client.placeOrder(body, key))).toEqual(order);
      }
      const db = await openAgain(home);
      expect(await findLosses(home, db, { ledger, checked: new Set() })).toEqual([]);
      await until(async () => (await readJobs(db)).every(({ state }) => state === 'done'), 60_000);
      await db.close();
      expect(refusals).toBeGreaterThan(0);
      report(`${ledger.sent.length} orders, ${refusals} refusals`);
    },
  );

  test('for a while: calls say so, all works again after', { timeout: PATIENCE_MS }, async () => {
    const body = makeOrder({ images: await client.uploadMany(1) });
    const browser = openBrowser({ ...client, url: address });
    await browser.signUp('rosa@correo.cl');
    await postgres.kill();
    const end = Date.now() + AWAY_MS;
    const calls = ['/health', '/api/verify/test-db'];
    do {
      expectClear(await client.placeOrder(body, 'away'));
      expectClear(await client.call('/api/upload', { raw: await pictureForm() }));
      expectClear(
        await client.call('/api/discount-codes/validate', { json: { code: 'X', orderTotal: 1 } }),
      );
      for (const path of calls) {
        const { status, body: said } = await client.call(path);
        expect([status, said.message]).toEqual([503, 'La base de datos no responde']);
      }
      for (const path of ['/token', '/get-session']) {
        const { status, body: said, setCookies } = await browser.ask(path);
        expect([status, said?.code, setCookies]).toEqual([503, 'unavailable', []]);
      }
      expect((await client.call('/api/config')).status).toBe(200);
      await sleep(LONG ? 1000 : 50);
    } while (Date.now() < end);
    await postgres.restart();
    placed(await client.placeOrder(body, 'away'));
    expect((await client.call('/health')).status).toBe(200);
    expect(await browser.token()).not.toBeNull();
  });

  test('frozen: no request waits for ever, all works after', { timeout: PATIENCE_MS }, async () => {
    const body = makeOrder({ images: await client.uploadMany(1) });
    postgres.freeze();
    const start = performance.now();
    const waiting = client.placeOrder(body, 'frozen');
    const health = await client.call('/health');
    expect([health.status, performance.now() - start < 10_000]).toEqual([503, true]);
    await sleep(FROZEN_MS);
    postgres.thaw();
    const answer = await waiting;
    if (answer.status !== 201) expectClear(answer);
    placed(await client.placeOrder(body, 'frozen'));
  });
});

async function pictureForm(): Promise<FormData> {
  const form = new FormData();
  form.append('image', new Blob([Buffer.from('89504e470d0a1a0a', 'hex')]), 'foto.png');
  return form;
}
