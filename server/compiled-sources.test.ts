import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBrowser } from './testing/accounts.ts';
import { createClient } from './testing/client.ts';
import type { Home } from './testing/database.ts';
import { createHome } from './testing/home.ts';
import { until } from './testing/jobs.ts';
import { readMails } from './testing/mail.ts';
import { makeOrder, placed } from './testing/orders.ts';
import { processEnv, spawnShop } from './testing/process.ts';

const WARM = join(import.meta.dirname, '../scripts/warm-server.ts');

let home: Home;
beforeEach(async () => {
  home = await createHome('sqlite');
});
afterEach(() => home.remove());

test('no program of a shop in use has a source to compile that was not compiled before', async () => {
  const folder = join(home.dataDir, 'compiled');
  const env = { ...processEnv, ...home.env, NODE_COMPILE_CACHE: folder };
  const list = () => globSync('*/*', { cwd: folder });
  execFileSync(process.execPath, [WARM], {
    env: { ...env, DATA_DIR: join(home.dataDir, 'warm') },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const warm = new Set(list());

  const shop = spawnShop({ ...env, SHOP_EMAIL: 'taller@pines.cl' });
  const url = await shop.ready();
  const client = createClient(() => url);
  const images = await client.uploadMany(1);
  placed(await client.placeOrder(makeOrder({ images })));
  const person = { name: 'Ana', email: 'ana@pines.cl', password: 'una clave bien larga' };
  expect((await openBrowser({ ...client, url }).ask('/sign-up/email', person)).status).toBe(200);
  await until(async () => (await readMails(join(home.dataDir, 'mail'))).length >= 2);
  await shop.kill('SIGTERM');

  expect(warm.size).toBeGreaterThan(100);
  expect(list().filter((name) => !warm.has(name))).toEqual([]);
});
