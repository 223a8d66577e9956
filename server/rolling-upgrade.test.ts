import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { migrate, openEngine } from './db/database.ts';
import { createClient, uploaded } from './testing/client.ts';
import type { Home } from './testing/database.ts';
import { findWrongSums } from './testing/find-wrong-sums.ts';
import { createHome } from './testing/home.ts';
import { until } from './testing/jobs.ts';
import { nextMigration } from './testing/next-migration.ts';
import { makeOrder, placed } from './testing/orders.ts';
import { makePng } from './testing/pictures.ts';
import { type ShopProcess, spawnShop } from './testing/process.ts';
import { LONG } from './testing/seed.ts';

describe.runIf(LONG)('an update of several processes on one PostgreSQL', () => {
  let home: Home;
  let shops: ShopProcess[];
  beforeAll(async () => {
    home = await createHome('postgres');
    shops = [spawnShop(home.env), spawnShop(home.env)];
  });
  afterAll(async () => {
    await Promise.all(shops.map((shop) => shop.kill()));
    await home.remove();
  });

  test('leaves the earlier program serving on the next schema until it is replaced', async () => {
    const picture = await makePng();
    const done = new AbortController();
    const orders: string[] = [];
    const urls = await Promise.all(shops.map((shop) => shop.ready()));
    // No request may fail: `uploaded` and `placed` throw for an error.
    const buyers = urls.map(async (url) => {
      const client = createClient(() => url);
      while (!done.signal.aborted) {
        const { imageUrl } = uploaded(await client.upload(picture));
        orders.push(placed(await client.placeOrder(makeOrder({ images: [imageUrl] }))).id);
        await sleep(5);
      }
    });
    await until(() => orders.length > 20, 60_000);
    const { raw } = await openEngine(loadConfig(home.env));
    await migrate(raw, nextMigration());
    const atUpdate = orders.length;
    await until(() => orders.length > atUpdate + 20, 60_000);
    done.abort();
    await Promise.all(buyers);
    const rows = await raw.selectFrom('orders').select('id').execute();
    expect(rows.map(({ id }) => id).sort()).toEqual([...orders].sort());
    expect(await findWrongSums({ queries: raw })).toEqual([]);
    await raw.destroy();

    const late = spawnShop(home.env);
    expect(await late.ended()).toBe(1);
    expect(late.output() + late.errors()).toMatch(
      /^DATABASE_URL: la base de datos es de otra versión de la tienda \(.*999-next.*\)\n$/,
    );
  });
});
