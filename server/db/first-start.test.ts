import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createClient } from '#server/testing/client.ts';
import { type DatabaseKind, databases, type Home } from '#server/testing/database.ts';
import { createHome } from '#server/testing/home.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { type ShopProcess, spawnShop } from '#server/testing/process.ts';
import { LONG } from '#server/testing/seed.ts';

const ROUNDS = 40;
const PATIENCE_MS = 900_000;

describe.each(databases)('starting on %s', (kind: DatabaseKind) => {
  const homes: Home[] = [];
  const running: ShopProcess[] = [];
  /** How long a first start takes that is not killed. */
  let startMs: number | null = null;

  afterEach(async () => {
    for (const shop of running.splice(0)) await shop.kill();
    for (const home of homes.splice(0)) await home.remove();
  });

  async function openHome(): Promise<Home> {
    const home = await createHome(kind);
    homes.push(home);
    return home;
  }

  function start(env: Record<string, string>): ShopProcess {
    const shop = spawnShop(env);
    running.push(shop);
    return shop;
  }

  async function expectToSell(shop: ShopProcess): Promise<void> {
    const address = await shop.ready();
    const client = createClient(() => address);
    placed(await client.placeOrder(makeOrder({ images: await client.uploadMany(1) })));
  }

  async function startInPeace(env: Record<string, string>): Promise<ShopProcess> {
    const begin = performance.now();
    const shop = start(env);
    await shop.ready();
    startMs ??= performance.now() - begin;
    return shop;
  }

  test.runIf(LONG)(
    'after a first start that was killed at any moment the shop accepts orders',
    { timeout: PATIENCE_MS },
    async () => {
      if (startMs === null) await startInPeace((await openHome()).env);
      const duration = startMs ?? 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const home = await openHome();
        const killed = start(home.env);
        await sleep(duration * (0.35 + (0.65 * (round + Math.random())) / ROUNDS));
        await killed.kill();
        await expectToSell(start(home.env));
        await running.at(-1)?.kill();
      }
    },
  );

  test('twice at once on empty data: both start, or one says why not; it sells', async () => {
    const home = await openHome();
    const shops = [start(home.env), start(home.env)];
    const results = await Promise.allSettled(shops.map((shop) => shop.ready()));
    const up = results.filter(({ status }) => status === 'fulfilled');
    expect(up).toHaveLength(kind === 'postgres' ? 2 : 1);
    for (const [at, shop] of shops.entries()) {
      if (results[at]?.status === 'fulfilled') {
        await expectToSell(shop);
        await shop.kill('SIGTERM');
        expect([await shop.ended(), shop.errors()]).toEqual([0, '']);
      } else {
        expect(shop.errors()).toMatch(
          /^DATA_DIR: \S+ la está usando otra tienda que ya funciona\n$/,
        );
      }
    }
  });
});
