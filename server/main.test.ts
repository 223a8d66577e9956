import { stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failToStart } from './testing/fail-to-start.ts';
import { listen } from './testing/listen.ts';
import { spawnShop } from './testing/process.ts';
import { useFreshHome } from './testing/use-home.ts';

const home = useFreshHome('sqlite');

const fail = (env: Record<string, string>) => failToStart({ ...home.env, ...env });

test('prints its URL and data folder, warns of a public address without encryption and of a missing folder for copies, refuses a second shop on its data, and stops cleanly', async () => {
  const own = { PUBLIC_URL: 'http://pines.cl', SHOP_NAME: 'Chapitas', BACKUP_DIR: '/none/copias' };
  const shop = spawnShop({ ...home.env, ...own });
  const address = await shop.ready();
  const second = spawnShop(home.env);
  expect(await second.ended()).toBe(1);
  expect(second.output() + second.errors()).toBe(
    `DATA_DIR: ${home.dataDir} la está usando otra tienda que ya funciona\n`,
  );
  expect((await fetch(`${address}/health`)).status).toBe(200);
  expect(shop.output().split('\n').slice(0, 2)).toEqual([
    `Chapitas: ${address}`,
    `Datos: ${home.dataDir}`,
  ]);
  for (const name of ['shop.sqlite', 'arriving', 'mail']) {
    expect((await stat(join(home.dataDir, name))).mode & 0o077, name).toBe(0);
  }
  await shop.kill('SIGTERM');
  expect(await shop.ended()).toBe(0);
  expect(shop.errors()).toMatch(
    /^Aviso: PUBLIC_URL: http:\/\/pines\.cl va sin cifrar.*\nAviso: BACKUP_DIR: .*\/none\/copias no está.*\n$/,
  );
});

test.each<[string, Record<string, string>, RegExp]>([
  ['an unknown host', { HOST: 'nobody.invalid' }, /^HOST: no se encuentra esa dirección \(.+\)$/],
  [
    'a host of another machine',
    { HOST: '192.0.2.1' },
    /^HOST: este equipo no tiene esa dirección$/,
  ],
  [
    'a database that is away',
    { DATABASE_URL: 'postgres://x@127.0.0.1:9/x' },
    /^DATABASE_URL: la base de datos no contesta: .+ \(connect ECONNREFUSED 127\.0\.0\.1:9\)$/,
  ],
  [
    'an unknown database host',
    { DATABASE_URL: 'postgres://x@nobody.invalid/x' },
    /^DATABASE_URL: no se encuentra ese servidor: .+ \(.+\)$/,
  ],
  [
    'a data folder below a file',
    { DATA_DIR: '/dev/null/x' },
    /^DATA_DIR: esa carpeta no se puede usar/,
  ],
  [
    'a data folder that no disk has',
    { DATA_DIR: '/proc/none/data' },
    /^DATA_DIR: esa carpeta no se puede usar/,
  ],
  [
    'a data folder that is a file',
    { DATA_DIR: '/dev/null' },
    /^DATA_DIR: esa carpeta no se puede usar/,
  ],
])('%s is told in one line', async (_name, env, line) => {
  const says = (await fail(env)).trimEnd();
  expect(says).toMatch(line);
  expect(says.split('\n')).toHaveLength(1);
});

test('a port in use is told in one line', async () => {
  const { port, close } = await listen(createServer());
  const says = [await fail({ PORT: String(port) }), await fail({ METRICS_PORT: String(port) })];
  await close();
  expect(says).toEqual([
    'PORT: otro programa ya usa ese puerto\n',
    expect.stringMatching(/^METRICS_PORT: .+\n$/),
  ]);
});

test('a database file that is none is told in one line', async () => {
  await writeFile(join(home.dataDir, 'shop.sqlite'), 'this is no database at all'.repeat(100));
  expect(await fail({})).toMatch(/^DATA_DIR: .*shop\.sqlite.*\n$/);
});
