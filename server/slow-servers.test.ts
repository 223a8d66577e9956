import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { S3Client } from '@aws-sdk/client-s3';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openPostgres } from './db/postgres.ts';
import { pictureId } from './features/uploads/urls.ts';
import { letter } from './ports/mail/mailer.suite.ts';
import { smtpMailer } from './ports/mail/open-mailer.ts';
import { ProviderFailure } from './ports/payments/payments.ts';
import { webpay } from './ports/payments/webpay.ts';
import { checkedStorage } from './ports/storage/checked-storage.ts';
import { s3Storage } from './ports/storage/s3.ts';
import { createClient, type ShopClient } from './testing/client.ts';
import { collect } from './testing/collect.ts';
import { createPostgresDatabase, type Home } from './testing/database.ts';
import { openGeocoderDouble } from './testing/geocoder.ts';
import { createHome } from './testing/home.ts';
import { openAgain, readJobs, until } from './testing/jobs.ts';
import { listen } from './testing/listen.ts';
import { startSmtp, type TestSmtp } from './testing/mail.ts';
import { makeOrder, placed } from './testing/orders.ts';
import { type ShopProcess, spawnShop } from './testing/process.ts';
import { LONG, report } from './testing/seed.ts';
import { openSlowProxy, type Pace, type SlowProxy } from './testing/slow-proxy.ts';
import { openWebpayDouble } from './testing/webpay-double.ts';

const PACES = ['drip', 'silent'] as const satisfies readonly Pace[];

async function proxyTo(url: string | number, pace: Pace = 'open'): Promise<SlowProxy> {
  const proxy = await openSlowProxy(typeof url === 'number' ? url : Number(new URL(url).port));
  proxy.pace = pace;
  onTestFinished(proxy.close);
  return proxy;
}

/** Returns an error and the milliseconds until it was thrown. */
async function failure(work: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const start = performance.now();
  const error = await work.then(
    () => null,
    (cause: unknown) => cause,
  );
  return { error, ms: performance.now() - start };
}

describe.each(PACES)('a call of a server that is %s ends within its limit', (pace) => {
  test('mail: nothing is sent, and the next mail goes once the server is back', async () => {
    const smtp = await startSmtp();
    onTestFinished(smtp.close);
    const proxy = await proxyTo(smtp.port, pace);
    const url = `smtp://127.0.0.1:${proxy.port}`;
    const mailer = smtpMailer({ url, from: 'a@pines.cl', patienceMs: 5000, limitMs: 1500 });
    const { error, ms } = await failure(mailer.send(letter));
    expect(error).toBeInstanceOf(Error);
    expect(ms).toBeLessThan(6000);
    expect(smtp.received).toEqual([]);
    proxy.pace = 'open';
    await mailer.send(letter);
    expect(smtp.received).toHaveLength(1);
    await mailer.close();
  });

  test.runIf(LONG)('payment: asked once, and what became of it is unknown', async () => {
    const double = await openWebpayDouble();
    onTestFinished(double.close);
    const proxy = await proxyTo(double.url, pace);
    const payments = webpay({ ...double.settings, url: `http://127.0.0.1:${proxy.port}` });
    const { error, ms } = await failure(
      payments.begin({
        ...{ id: 'ABCDE-12345-1', orderId: 'ABCDE-12345', amount: 5900, endsAt: 0 },
        ...{ returnUrl: 'http://localhost/', noticeUrl: '' },
      }),
    );
    expect(error).toBeInstanceOf(ProviderFailure);
    expect(ms).toBeLessThan(9500);
    await sleep(2000);
    expect(double.calls.length).toBe(pace === 'drip' ? 1 : 0);
  });

  test('PostgreSQL: the connection is given up, and the pool goes on with another', async () => {
    const database = await createPostgresDatabase();
    const proxy = await proxyTo(database.url);
    const url = new URL(database.url);
    url.port = String(proxy.port);
    const engine = openPostgres(url.href, 1500);
    const one = () => sql<{ one: number }>`select 1 as one`.execute(engine.raw);
    await one();
    proxy.pace = pace;
    const broken = await Promise.all([
      // Without a free connection, a query waits ten seconds for one.
      ...Array.from({ length: LONG ? 12 : 0 }, () => failure(one())),
      failure(engine.raw.transaction().execute((tx) => sql`select 1`.execute(tx))),
    ]);
    for (const { error, ms } of broken) {
      expect(String(error)).toMatch(/Connection terminated|timeout exceeded/);
      expect(ms).toBeLessThan(13_000);
    }
    proxy.pace = 'open';
    expect((await one()).rows).toEqual([{ one: 1 }]);
    await engine.raw.destroy();
    await database.drop();
  }, 60_000);
});

const LIST = '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>';

/** Opens a fake bucket with one file. @param isSlow sends the file byte by byte after the head */
async function openBucketDouble({ isSlow = false } = {}) {
  const stored: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      if (request.method === 'PUT') stored.push(request.url ?? '');
      const body = request.url?.includes('list-type') ? LIST : 'x'.repeat(100);
      response.writeHead(200, { etag: '"e"', 'content-length': body.length });
      if (!isSlow) return response.end(body);
      let at = 0;
      const timer = setInterval(() => response.write(body[at++ % body.length] ?? ''), 200);
      return response.once('close', () => clearInterval(timer));
    });
  });
  const { port, close } = await listen(server);
  onTestFinished(close);
  return { port, stored };
}

function openBucket(port: number) {
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    ...{ region: 'x', forcePathStyle: true, maxAttempts: 1 },
    requestHandler: { requestTimeout: 500, throwOnRequestTimeout: true },
  });
  onTestFinished(() => client.destroy());
  const place = s3Storage(client, 'shop', { limitMs: 700 });
  const nothing = async () => undefined;
  const hashes = { add: nothing, of: async () => ['x'], forget: nothing };
  return { place, storage: checkedStorage(place, hashes, () => undefined, 700) };
}

async function expectAway(work: Promise<unknown>): Promise<void> {
  const { error, ms } = await failure(work);
  expect(error).toMatchObject({ code: 'unavailable' });
  expect(ms).toBeLessThan(3000);
}

test.each(PACES)('a bucket that is %s is unavailable, and stores nothing twice', async (pace) => {
  const double = await openBucketDouble();
  const { storage, place } = openBucket((await proxyTo(double.port, pace)).port);
  await expectAway(storage.put('a.webp', Buffer.from('x')));
  await expectAway(storage.open('a.webp'));
  await expectAway(storage.remove('a.webp'));
  await expectAway(collect(place.keys()));
  expect(double.stored.length).toBe(pace === 'drip' ? 1 : 0);
});

test('a bucket whose answer begins in time and does not end is unavailable', async () => {
  const { storage, place } = openBucket((await openBucketDouble({ isSlow: true })).port);
  await expectAway(storage.open('a.webp'));
  await expectAway(collect(place.keys()));
});

describe.runIf(LONG)('a shop whose servers are slow', () => {
  let home: Home;
  let shop: ShopProcess;
  let client: ShopClient;
  let smtp: TestSmtp;
  let proxies: Record<'postgres' | 'smtp' | 'map', SlowProxy>;
  let closeAll: () => Promise<void>;
  beforeAll(async () => {
    smtp = await startSmtp();
    const map = await openGeocoderDouble();
    map.say([{ lat: '-37.12', lon: '-72.01' }]);
    home = await createHome('postgres', { hasSchema: true });
    const database = new URL(home.env.DATABASE_URL ?? '');
    proxies = {
      postgres: await openSlowProxy(Number(database.port)),
      smtp: await openSlowProxy(smtp.port),
      map: await openSlowProxy(Number(new URL(map.url).port)),
    };
    database.port = String(proxies.postgres.port);
    shop = spawnShop({
      ...home.env,
      DATABASE_URL: database.href,
      SMTP_URL: `smtp://127.0.0.1:${proxies.smtp.port}`,
      GEOCODER_URL: `http://127.0.0.1:${proxies.map.port}`,
      SHOP_EMAIL: 'hola@pines.cl',
      LOG_LEVEL: 'warn',
    });
    const url = await shop.ready();
    client = createClient(() => url);
    closeAll = async () => {
      await shop.kill();
      for (const proxy of Object.values(proxies)) await proxy.close();
      await map.close();
      await smtp.close();
      await home.remove();
    };
  });
  afterAll(() => closeAll());

  const logged = (text: RegExp) =>
    shop.logLines().filter((line) => text.test(JSON.stringify(line))).length;

  test.each(PACES)(
    'mail and map are %s: orders go on, and each mail comes once',
    async (pace) => {
      const [before, logs] = [smtp.received.length, logged(/tried again/)];
      proxies.smtp.pace = pace;
      proxies.map.pace = pace;
      const body = makeOrder({ images: await client.uploadMany(2) });
      for (let count = 0; count < 12; count += 1) {
        const images = await client.uploadMany(1);
        placed(await client.placeOrder(makeOrder({ images })));
      }
      placed(await client.placeOrder(body, `mail-${pace}`));
      const start = performance.now();
      const { status } = await client.call('/api/geocode', {
        json: { city: pace === 'drip' ? 'Yungay' : 'Bulnes' },
      });
      expect([status < 500 || status === 503, performance.now() - start < 10_000]).toEqual([
        true,
        true,
      ]);
      expect((await client.call('/health')).status).toBe(200);
      expect(logged(/the geocoder failed/)).toBeGreaterThan(0);
      // A slow mail fails after five minutes, one to a silent server after seconds.
      await until(() => logged(/tried again/) > logs, 400_000);
      proxies.smtp.pace = 'open';
      proxies.map.pace = 'open';
      const db = await openAgain(home);
      await db.queries.updateTable('jobs').set({ run_at: 0 }).where('lease', 'is', null).execute();
      await until(async () => (await readJobs(db)).every(({ state }) => state === 'done'), 400_000);
      await db.close();
      const ids = smtp.received.slice(before).map(({ mail }) => mail.messageId);
      expect(ids.length).toBe(2 * 13);
      expect(new Set(ids).size).toBe(ids.length);
    },
    1_200_000,
  );

  test.each(PACES)(
    'PostgreSQL is %s: every call ends, /health says so, and nothing is done twice',
    async (pace) => {
      const images = await client.uploadMany(6);
      const bodies = images.map((image) => makeOrder({ images: [image] }));
      placed(await client.placeOrder(bodies[0], `first-${pace}`));
      proxies.postgres.pace = pace;
      const calls = await Promise.all([
        ...bodies.map((body, at) => timed(client.placeOrder(body, `${at}-${pace}`))),
        timed(client.call('/health')),
        timed(client.call('/api/discount-codes/validate', { json: { code: 'X', orderTotal: 1 } })),
        timed(client.fetch(images[0] ?? '')),
        timed(client.call('/api/config')),
        timed(client.fetch('/')),
      ]);
      const longest = Math.max(...calls.map(({ ms }) => ms));
      report(
        `PostgreSQL ${pace}: ${calls.map(({ status, ms }) => `${status} ${Math.round(ms)}`).join(', ')}`,
      );
      expect(longest).toBeLessThan(65_000);
      const [health, , picture, config, page] = calls.slice(6);
      expect([health?.status, picture?.status, config?.status, page?.status]).toEqual([
        503, 200, 200, 200,
      ]);
      expect(picture?.ms).toBeLessThan(3000);
      proxies.postgres.pace = 'open';
      await until(async () => (await client.call('/health')).status === 200, 60_000);
      const ids = new Set<string>();
      for (const [at, body] of bodies.entries()) {
        // The first picture is ordered already, under another key.
        const answer = await client.placeOrder(body, at === 0 ? `first-${pace}` : `${at}-${pace}`);
        ids.add(placed(answer).id);
      }
      expect(ids.size).toBe(6);
      const db = await openAgain(home);
      const { count } = await db.queries
        .selectFrom('order_items')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(
          'upload_id',
          'in',
          images.map((image) => pictureId(image) ?? ''),
        )
        .executeTakeFirstOrThrow();
      expect(count).toBe(6);
      await db.close();
    },
    600_000,
  );
});

async function timed(work: Promise<{ status: number }>): Promise<{ status: number; ms: number }> {
  const start = performance.now();
  const { status } = await work;
  return { status, ms: performance.now() - start };
}
