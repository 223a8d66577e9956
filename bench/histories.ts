import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { roof } from '#server/start-shop.ts';
import { storeOrders } from '#server/testing/store-orders.ts';
import { describeMachine } from './machine.ts';
import { onBothDatabases } from './postgres.ts';
import {
  ask,
  OWNER,
  type Place,
  placeIn,
  signUpAll,
  timeOthers,
  verify,
  withShop,
} from './spawned-shop.ts';

/** Measures how long others wait while this many connections keep requesting a long history. */
const LOOPS = 20;
const ORDERS = 40;
const PICTURES = 100;
const WINDOW_MS = 8000;
const BUYER = 'ana@bench.cl';
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

/** Creates the owner's account, and the buyer's with its orders. @returns the buyer's uid */
async function fill(place: Place): Promise<string> {
  const [buyer = '', owner = ''] = await signUpAll(place, [BUYER, OWNER]);
  const context = await createContext(loadConfig(place), roof);
  await verify(context, buyer, BUYER);
  await verify(context, owner, OWNER);
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
  return withShop({ ...place, RATE_LIMITS: limits }, async ({ url, open }) => {
    const browser = open();
    await browser.signIn(by);
    const token = await browser.token();
    const end = performance.now() + WINDOW_MS;
    const busy = new Agent({ keepAlive: true, maxSockets: LOOPS });
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    const loop = async () => {
      while (performance.now() < end) {
        answers.push(await ask(busy, `${url}/api${path.replace('{uid}', uid)}`, token));
      }
    };
    const loops = path === '' ? [] : Array.from({ length: LOOPS }, loop);
    const quiet = new Agent({ keepAlive: true });
    const sorted = await timeOthers(quiet, url, () => performance.now() >= end);
    await Promise.all(loops);
    busy.destroy();
    quiet.destroy();
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
  const place = placeIn(folder, databaseUrl);
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

console.log(describeMachine());
await onBothDatabases(measureShop);
