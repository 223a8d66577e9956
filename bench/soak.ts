import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import BetterSqlite from 'better-sqlite3';
import { uploadAnswer } from '#contract/uploads/uploads.ts';
import { cookieHeader, openBrowser } from '#server/testing/accounts.ts';
import { type Answer, createClient, type Request } from '#server/testing/client.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { describeMachine } from './machine.ts';
import { startServer } from './orders/server.ts';
import { makePhoto } from './photos.ts';
import { compareThirds, type Sample, takeSample } from './soak/sample.ts';

/** Simulates ninety days of a shop in minutes: usage must not grow in the last thirty. */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 60);
const DAYS = 90;
const DAY_MS = 86_400_000;
const DAY_HERE_MS = (MINUTES * 60_000) / DAYS;
const ORDERS = 4;
const PICTURES = 3;
const LEFT_BEHIND = 4;
const BACKUP_DAYS = 7;
const PATIENCE_MS = 120_000;
const BROKEN = ['EPIPE', 'ECONNRESET', 'UND_ERR_SOCKET'];
const EMAIL = 'admin@bench.cl';
const PAGES = ['/today', '/dashboard/main', '/orders', '/orders/stats', '/workshop', '/users'];

const folder = await mkdtemp(join(tmpdir(), 'pines-bench-'));
const [dataDir, temporary] = [join(folder, 'data'), join(folder, 'tmp')];
await Promise.all([mkdir(dataDir), mkdir(temporary)]);
const shop = await startServer(join(import.meta.dirname, '../server/main.ts'), {
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  TMPDIR: temporary,
  TRUST_PROXY: 'on',
  ADMIN_EMAILS: EMAIL,
  ADMIN_2FA: 'off',
  PROOF: 'ask',
  PICTURE_DAYS: '20',
  LOG_LEVEL: 'error',
  AUTH_SECRET: 'a secret that only this benchmark knows',
  SOAK_DAY_MS: String(DAY_HERE_MS),
  NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'soak/fast-clock.ts')).href}`,
});
const database = new BetterSqlite(join(dataDir, 'shop.sqlite'), { timeout: 10_000 });
const photo = await makePhoto(1500, 1000);
let days = 0;
let repeated = 0;

/** Retries after a broken connection: the shop may close an idle one as it is used again. */
async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { code } = Object(error instanceof Error ? error.cause : null);
    if (!BROKEN.includes(code)) throw error;
    repeated += 1;
    return fetch(url, init);
  }
}

/** A client with its own address: rate limits count each one separately. */
function openClient() {
  const part = () => Math.floor(Math.random() * 256);
  const address = `190.${part()}.${part()}.${part()}`;
  const sendFrom = (url: string, init: RequestInit = {}) =>
    send(url, { ...init, headers: { ...Object(init.headers), 'x-forwarded-for': address } });
  return { ...createClient(() => shop.url, sendFrom), url: shop.url };
}

function expectOk(answer: Pick<Answer, 'status' | 'body'>): Answer['body'] {
  const { status, body } = answer;
  if (status >= 400) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function upload({ upload: send }: ReturnType<typeof openClient>): Promise<string> {
  return uploadAnswer.parse(expectOk(await send(photo))).imageUrl;
}

/** Returns the order's id. */
async function buy(): Promise<string> {
  const client = openClient();
  const images: string[] = [];
  while (images.length < PICTURES) images.push(await upload(client));
  return placed(await client.placeOrder(makeOrder({ images }), randomUUID())).id;
}

async function openAdmin() {
  const client = openClient();
  const browser = openBrowser(client);
  if (days === 0) {
    await browser.signUp(EMAIL);
    database.prepare('update identity_users set email_verified = 1').run();
  }
  const { status } = await browser.signIn(EMAIL);
  if (status !== 200) throw new Error(`the sign-in answered ${status}`);
  return {
    ask: (path: string, request?: Request) => browser.call(`/api/admin${path}`, request),
    fetchFile: async (path: string) => {
      const authorization = `Bearer ${await browser.token()}`;
      const headers = { authorization, cookie: cookieHeader(browser.cookies) };
      return client.fetch(`/api/admin${path}`, { headers });
    },
  };
}

/** The owner's day: panel, a proof and a sheet of the day's orders; yesterday's are sent. */
async function work(ids: readonly string[], ready: readonly string[]): Promise<void> {
  const admin = await openAdmin();
  const ask = async (path: string, request?: Request) => expectOk(await admin.ask(path, request));
  for (const path of PAGES) await ask(path);
  await ask(`/orders/${ids[0]}/proofs`, { json: {} });
  const { id } = Object((await ask('/sheets', { json: { orderIds: ids } })).sheet);
  for (const order of ready) {
    await ask(`/orders/${order}/status`, { method: 'PATCH', json: { status: 'completed' } });
  }
  const files = [`/sheets/${id}/file`];
  if (days % BACKUP_DAYS === 0) {
    const { backup } = await ask('/backup', { json: { pictures: true } });
    files.push(`/backup/${Object(backup).id}/file`);
  }
  await waitForJobs();
  for (const path of files) {
    const file = await admin.fetchFile(path);
    if (file.status !== 200) throw new Error(`${path} answered ${file.status}`);
    await file.arrayBuffer();
  }
}

/** A buyer with an account, who signs in and, every second day, out again. */
async function visit(): Promise<void> {
  const browser = openBrowser(openClient());
  const email = `ana${days}-${randomUUID().slice(0, 8)}@bench.cl`;
  await browser.signUp(email);
  await browser.signIn(email);
  expectOk(await browser.call('/api/orders'));
  if (days % 2 === 0) await browser.ask('/sign-out', {});
}

/** Waits until no job is due: the leap of the clock must not expire a lease. */
async function waitForJobs(): Promise<void> {
  const due = database
    .prepare<[number], number>("select count(*) from jobs where state = 'waiting' and run_at <= ?")
    .pluck();
  const start = performance.now();
  // Running jobs have a lease of half a minute.
  while ((due.get(Date.now() + days * DAY_MS + 31_000) ?? 0) > 0) {
    if (performance.now() - start > PATIENCE_MS) throw new Error('jobs are not done');
    await sleep(50);
  }
}

console.log(describeMachine());
const samples: Sample[] = [];
let orders = 0;
let isOver = false;
process.once('SIGINT', () => {
  isOver = true;
});
const begun = performance.now();
try {
  let ready: string[] = [];
  for (; days < DAYS && !isOver; days += 1) {
    const ids: string[] = [];
    do {
      const today = await Promise.all(Array.from({ length: ORDERS }, buy));
      const passing = openClient();
      for (let left = 0; left < LEFT_BEHIND; left += 1) await upload(passing);
      await visit();
      await work(today, ready.splice(0));
      ids.push(...today);
    } while (performance.now() - begun < (days + 1) * DAY_HERE_MS);
    ready = ids;
    orders += ids.length;
    await waitForJobs();
    samples.push(takeSample({ pid: shop.pid, folder, database }));
    process.kill(shop.pid, 'SIGUSR2');
  }
} finally {
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  console.log(`${days} days and ${orders} orders in ${minutes} minutes`);
  console.log(`${repeated} calls repeated\n`);
  if (samples.length > 2) console.log(compareThirds(samples));
  database.close();
  await shop.stop();
  await rm(folder, { recursive: true, force: true });
}
