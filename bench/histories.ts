import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { rememberPerson } from '#server/features/people/repo.ts';
import { markVerified } from '#server/ports/identity/embedded/accounts.ts';
import { openIdentity } from '#server/start-shop.ts';
import { type Browser, openBrowser } from '#server/testing/accounts.ts';
import { createClient } from '#server/testing/client.ts';
import { spawnShop } from '#server/testing/process.ts';
import { storeOrders } from '#server/testing/store-orders.ts';
import { createPostgres } from './postgres.ts';

/** Measures how long others wait while this many connections keep requesting a long history. */
const LOOPS = 20;
const ORDERS = 40;
const PICTURES = 100;
const WINDOW_MS = 8000;
const PAUSE_MS = 10;
const BUYER = 'ana@bench.cl';
const OWNER = 'admin@bench.cl';
const NOTES = 'ñ'.repeat(200);

type Call = { name: string; by: string; path: string; limits: 'on' | 'off' };

const calls: readonly Call[] = [
  { name: 'nothing', by: BUYER, path: '', limits: 'off' },
  { name: 'own export', by: BUYER, path: '/auth/profile/export', limits: 'off' },
  { name: 'own export, limits on', by: BUYER, path: '/auth/profile/export', limits: 'on' },
  { name: 'own orders', by: BUYER, path: '/orders?limit=50', limits: 'off' },
  { name: "a person's export", by: OWNER, path: `/admin/people/{uid}/export`, limits: 'off' },
  { name: "the panel's orders", by: OWNER, path: '/admin/orders?limit=100', limits: 'off' },
  { name: 'orders as CSV', by: OWNER, path: '/admin/orders/export.csv', limits: 'off' },
];

type Place = Record<string, string>;
type Answered = { status: number; bytes: number };

function ask(agent: Agent, url: string, token: string | null): Promise<Answered> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', ({ length }) => {
        bytes += length;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes }));
    }).on('error', reject);
  });
}

async function withShop<T>(
  place: Place,
  limits: Call['limits'],
  work: (url: string, open: () => Browser) => Promise<T>,
): Promise<T> {
  const shop = spawnShop({ ...place, RATE_LIMITS: limits });
  try {
    const url = await shop.ready();
    return await work(url, () => openBrowser({ ...createClient(() => url), url }));
  } finally {
    await shop.kill('SIGTERM');
  }
}

/** Creates the owner's account, and the buyer's with its orders. @returns the buyer's uid */
async function fill(place: Place): Promise<string> {
  const uids = await withShop(place, 'off', async (_url, open) => {
    const answers = [await open().signUp(BUYER), await open().signUp(OWNER)];
    return answers.map(({ body }) => String(Object(body?.user).id));
  });
  const context = await createContext(loadConfig(place), openIdentity);
  const [buyer = '', owner = ''] = uids;
  for (const [uid, email] of [
    [buyer, BUYER],
    [owner, OWNER],
  ] as const) {
    const now = context.clock();
    await markVerified(context.db.queries, uid, now);
    await rememberPerson(context.db.queries, { uid, email, emailVerified: true }, now);
  }
  const account = { uid: buyer, email: BUYER, emailVerified: true, isAdmin: false, signedInAt: 0 };
  const token = { uid: buyer, session: '', claims: {} };
  await storeOrders(context, {
    count: ORDERS,
    buyer: { ...account, token },
    pictures: PICTURES,
    notes: NOTES,
  });
  await context.close();
  return buyer;
}

/** Returns a table row. */
async function measure({ name, by, path, limits }: Call, place: Place, uid: string) {
  return withShop(place, limits, async (url, open) => {
    const browser = open();
    await browser.signIn(by);
    const token = await browser.token();
    const end = performance.now() + WINDOW_MS;
    const busy = new Agent({ keepAlive: true, maxSockets: LOOPS });
    const answers: Answered[] = [];
    const loop = async () => {
      while (performance.now() < end) {
        answers.push(await ask(busy, `${url}/api${path.replace('{uid}', uid)}`, token));
      }
    };
    const loops = path === '' ? [] : Array.from({ length: LOOPS }, loop);
    const quiet = new Agent({ keepAlive: true });
    const waits: number[] = [];
    while (performance.now() < end) {
      const start = performance.now();
      await ask(quiet, `${url}/api/config`, null);
      waits.push(performance.now() - start);
      await sleep(PAUSE_MS);
    }
    await Promise.all(loops);
    busy.destroy();
    quiet.destroy();
    const sorted = waits.toSorted((a, b) => a - b);
    const given = answers.filter(({ status }) => status === 200);
    const cells = [
      ...[name, sorted[sorted.length >> 1]?.toFixed(1), sorted.at(-1)?.toFixed(0), given.length],
      ...[answers.length - given.length, Math.max(0, ...given.map(({ bytes }) => bytes >> 10))],
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

async function measureShop(name: string, databaseUrl: string | null): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pines-bench-'));
  const place = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    AUTH_SECRET: 'a secret that only this benchmark knows',
    ADMIN_EMAILS: OWNER,
    LOG_LEVEL: 'error',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };
  try {
    const uid = await fill(place);
    console.log(
      `\n| ${name} | median, ms | longest, ms | answered | refused | kB each |\n|---|--:|--:|--:|--:|--:|`,
    );
    for (const call of calls) console.log(await measure(call, place, uid));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const load = loadavg()[0]?.toFixed(1);
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores, load ${load}`,
);
await measureShop('SQLite', null);
const postgres = await createPostgres();
if (postgres) {
  await measureShop('PostgreSQL', await postgres.newDatabase()).finally(postgres.stop);
} else {
  console.log('\nPostgreSQL is not installed here.');
}
