import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, type ShopClient, uploaded } from './testing/client.ts';
import type { Home } from './testing/database.ts';
import { findWrongSums } from './testing/find-wrong-sums.ts';
import { freePort } from './testing/free-port.ts';
import { createHome } from './testing/home.ts';
import { openAgain, until } from './testing/jobs.ts';
import { readMails } from './testing/mail.ts';
import { type Nginx, startNginx } from './testing/nginx.ts';
import { makeOrder, placed } from './testing/orders.ts';
import { makePng } from './testing/pictures.ts';
import { type ShopProcess, spawnShop } from './testing/process.ts';
import { LONG, report } from './testing/seed.ts';

const PROCESSES = 3;
const BUYERS = 4;
const SHOP_EMAIL = 'taller@pines.cl';
/** Maximum time of a stop during requests. */
const STOP_LIMIT_MS = 10_000;

describe.runIf(LONG)('three processes behind nginx on one PostgreSQL', () => {
  let home: Home;
  let nginx: Nginx;
  let client: ShopClient;
  let picture: Buffer;
  const shops: ShopProcess[] = [];
  const ports: number[] = [];

  async function start(at: number): Promise<void> {
    const env = { ...home.env, SHOP_EMAIL, TRUST_PROXY: 'on', PORT: String(ports[at]) };
    const shop = spawnShop({ ...env, PUBLIC_URL: 'https://pines.cl' });
    shops[at] = shop;
    await shop.ready();
  }

  beforeAll(async () => {
    home = await createHome('postgres');
    picture = await makePng();
    for (let at = 0; at < PROCESSES; at += 1) ports.push(await freePort());
    // All at once: one of them migrates.
    await Promise.all(ports.map((_port, at) => start(at)));
    nginx = await startNginx(home.dataDir, ports);
    client = createClient(() => nginx.url);
  });
  afterAll(async () => {
    await Promise.all(shops.map((shop) => shop.kill()));
    await nginx?.close();
    await home.remove();
  });

  /** Buyers who upload and order, and retry lost requests with the same key. */
  function startBuyers(name: string) {
    const done = new AbortController();
    const acknowledged: string[] = [];
    let lost = 0;
    const insist = async <T>(ask: () => Promise<T & { status: number }>) => {
      for (;;) {
        // nginx's own error pages are not JSON: the client throws.
        const answer = await ask().catch(() => null);
        if (answer && answer.status < 500) return answer;
        lost += 1;
        await sleep(20);
      }
    };
    const buyers = Array.from({ length: BUYERS }, async (_, buyer) => {
      for (let at = 0; !done.signal.aborted; at += 1) {
        const { imageUrl } = uploaded(await insist(() => client.upload(picture)));
        const delivery = { email: `${name}-${buyer}-${at}@correo.cl` };
        const order = makeOrder({ images: [imageUrl], delivery });
        const key = `${name} ${buyer} ${at}`;
        acknowledged.push(placed(await insist(() => client.placeOrder(order, key))).id);
      }
    });
    return {
      acknowledged,
      lost: () => lost,
      end: async () => {
        done.abort();
        await Promise.all(buyers);
      },
    };
  }

  test('lose nothing when one is killed and when each in turn is replaced', {
    timeout: 300_000,
  }, async () => {
    const killed = startBuyers('matado');
    await until(() => killed.acknowledged.length > 20, 60_000);
    await shops[0]?.kill('SIGKILL');
    const before = killed.acknowledged.length;
    await until(() => killed.acknowledged.length > before + 20, 60_000);
    await start(0);
    await killed.end();
    // At most the requests in progress are lost.
    expect(killed.lost()).toBeLessThanOrEqual(BUYERS);

    const rolled = startBuyers('renovado');
    for (const [at, shop] of shops.entries()) {
      const so = rolled.acknowledged.length;
      await until(() => rolled.acknowledged.length > so + 10, 60_000);
      const from = performance.now();
      await shop.kill('SIGTERM');
      expect(performance.now() - from).toBeLessThan(STOP_LIMIT_MS);
      expect(await shop.ended()).toBe(0);
      await start(at);
    }
    await rolled.end();
    expect(rolled.lost()).toBe(0);

    const orders = [...killed.acknowledged, ...rolled.acknowledged];
    const db = await openAgain(home);
    const rows = await db.queries.selectFrom('orders').select('id').execute();
    expect(rows.map(({ id }) => id).sort()).toEqual([...orders].sort());
    expect(await findWrongSums(db)).toEqual([]);
    await db.close();

    const folder = join(home.dataDir, 'mail');
    /** Without the one about the shop's address, which no process has seen of a browser. */
    const readLetters = async () =>
      (await readMails(folder)).filter(({ subject }) => !subject?.startsWith('Algo anda mal'));
    await until(async () => (await readLetters()).length >= 2 * orders.length, 120_000);
    const recipients = (await readLetters()).flatMap(({ to = [] }) =>
      to.map(({ address }) => address),
    );
    expect(new Set(recipients).size).toBe(orders.length + 1);
    expect(recipients).toHaveLength(2 * orders.length);
    report(`${orders.length} orders, ${killed.lost()} requests sent again after a kill`);
  });
});
