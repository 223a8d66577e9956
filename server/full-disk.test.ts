import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Answer, createClient, type ShopClient } from './testing/client.ts';
import { expectClear } from './testing/crash/buy-through-outage.ts';
import { openLedger } from './testing/crash/buy-until-gone.ts';
import { findLosses } from './testing/crash/find-losses.ts';
import { anyDatabase, type Home } from './testing/database.ts';
import { type Disk, mountDisk } from './testing/disk.ts';
import { failToStart } from './testing/fail-to-start.ts';
import { freePort } from './testing/free-port.ts';
import { createHome } from './testing/home.ts';
import { openAgain, readJobs, until } from './testing/jobs.ts';
import { readMails } from './testing/mail.ts';
import { makeOrder, placed } from './testing/orders.ts';
import { makePng } from './testing/pictures.ts';
import { processEnv, type ShopProcess, spawnShop } from './testing/process.ts';

const probe = mountDisk();
probe?.remove();

/** Only root can mount a disk to fill: for other users these tests are skipped. */
describe.runIf(probe).each(anyDatabase)('a shop on %s whose disk', (kind) => {
  let disk: Disk;
  let home: Home;
  let shop: ShopProcess;
  let client: ShopClient;
  beforeAll(async () => {
    const mounted = mountDisk();
    if (!mounted) throw new Error('no disk');
    disk = mounted;
    home = await createHome(kind, { hasSchema: true });
    await cp(home.dataDir, disk.folder, { recursive: true });
    home.env.DATA_DIR = disk.folder;
    shop = spawnShop(home.env);
    const address = await shop.ready();
    client = createClient(() => address);
  });
  afterAll(async () => {
    await shop.kill();
    disk.remove();
    await home.remove();
  });

  const fresh = () => ({ ...home.env, DATA_DIR: join(disk.folder, 'fresh') });
  const page = async () => (await client.fetch('/api/config')).status;
  const order = (image: string) => makeOrder({ images: [image] });

  async function expectRefused(ask: () => Promise<Answer>): Promise<void> {
    const answer = await ask();
    // It may succeed if a buffer still had room.
    if (answer.status >= 300) expectClear(answer);
  }

  test('becomes read-only takes orders of the pictures it has, and no new ones', {
    timeout: 60_000,
  }, async () => {
    const [image = ''] = await client.uploadMany(1);
    const allow = disk.protect();
    try {
      expectClear(await client.upload(await makePng()));
      placed(await client.placeOrder(order(image), 'protected'));
      expect((await client.fetch(image)).status).toBe(200);
    } finally {
      allow();
    }
    expect(await client.uploadMany(1)).toHaveLength(1);
  });

  test('is full refuses in Spanish, keeps serving, and loses nothing', {
    timeout: 120_000,
  }, async () => {
    const images = await client.uploadMany(6);
    const before = placed(await client.placeOrder(order(images[0] ?? ''), 'before'));
    disk.fill();
    const picture = await makePng({ width: 600, height: 600 });
    expectClear(await client.upload(picture));
    for (const [at, image] of images.slice(1, 4).entries()) {
      await expectRefused(() => client.placeOrder(order(image), `full ${at}`));
      expectClear(await client.upload(picture));
    }
    expect(await page()).toBe(200);
    expect((await client.fetch(images[0] ?? '')).status).toBe(200);

    disk.free();
    expect((await client.upload(picture)).status).toBe(201);
    for (const [at, image] of images.slice(1).entries()) {
      placed(await client.placeOrder(order(image), `full ${at}`));
    }
    expect(placed(await client.placeOrder(order(images[0] ?? ''), 'before'))).toEqual(before);
    await until(
      async () => (await readMails(join(disk.folder, 'mail'))).length > images.length,
      30_000,
    );

    await shop.kill('SIGTERM');
    const db = await openAgain(home);
    const look = { ledger: openLedger(), checked: new Set<string>() };
    expect(await findLosses({ ...home, dataDir: disk.folder }, db, look)).toEqual([]);
    expect((await readJobs(db)).filter(({ state }) => state !== 'done')).toEqual([]);
    await db.close();
  });

  test.runIf(kind === 'sqlite')('is full at its first start says so in one line', async () => {
    disk.fill();
    expect(await failToStart(fresh())).toMatch(/^DATA_DIR: .+\n$/);
    disk.free();
  });

  test('is read-only at its first start says so in one line', async () => {
    const allow = disk.protect();
    const message = await failToStart(fresh());
    allow();
    expect(message).toMatch(/^DATA_DIR: .+\n$/);
  });
});

test.runIf(probe)(
  'a shop whose log fills its disk keeps serving, and stops when told to',
  async () => {
    const disk = mountDisk();
    const home = await createHome('sqlite', { hasSchema: true });
    const port = String(await freePort());
    const log = openSync(join(disk?.folder ?? '', 'shop.log'), 'a');
    const shop = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      env: { ...processEnv, ...home.env, PORT: port, LOG_LEVEL: 'info' },
      stdio: ['ignore', log, log],
    });
    const ended = once(shop, 'exit');
    onTestFinished(async () => {
      shop.kill('SIGKILL');
      await ended;
      closeSync(log);
      disk?.remove();
      await home.remove();
    });
    const health = () =>
      fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(5000) });
    await until(
      () =>
        health().then(
          () => true,
          () => false,
        ),
      30_000,
    );
    disk?.fill();
    // What is left of the log's last block is soon full.
    for (let sent = 0; sent < 60; sent += 1) expect((await health()).status).toBe(200);
    shop.kill('SIGTERM');
    expect(await Promise.race([ended, sleep(10_000)])).toEqual([0, null]);
  },
);
