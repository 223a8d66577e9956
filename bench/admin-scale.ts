import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '#domain/base/dates.ts';
import { type AdminShop, openAdminShop, type Place } from './admin-shop.ts';
import { startKeptPostgres } from './kept-postgres.ts';
import { describeMachine } from './machine.ts';

/**
 * Measures admin requests with 1,000, 200,000 and 1,000,000 orders. Writing a million takes
 * minutes: `BENCH_SHOPS=folder` keeps the filled shops for the next run, and `BENCH_SIZES=1000`
 * measures only some sizes.
 */
const SIZES = (process.env.BENCH_SIZES ?? '1000,200000,1000000').split(',').map(Number);
const ROUNDS = 25;

/** Returns the requests; some depend on the shop's data. */
async function callsOf(shop: AdminShop): Promise<[name: string, path: string][]> {
  const second = async (path: string) => {
    const { nextCursor } = await shop.ask(path);
    return `${path}&cursor=${String(nextCursor)}`;
  };
  const { orders } = await shop.ask('/orders?limit=1');
  const id = String(Object(orders)[0].id);
  return [
    ['first page', '/orders?limit=50'],
    ['second page', await second('/orders?limit=50')],
    ['filter: status', '/orders?limit=50&status=completed'],
    ['filter: rare status and kind', '/orders?limit=50&status=cancelled&type=registered'],
    ['filter: a month', `/orders?limit=50&from=${daysAgo(60)}&to=${daysAgo(30)}`],
    ['search: one order by its number', `/orders?q=${id}`],
    ['search: a name', '/orders?q=constanza%20ibanez'],
    ['search: part of a phone', '/orders?q=77%2042'],
    ['search: what nearly all have', '/orders?q=correo.cl'],
    ['search: what nearly all have, of few', '/orders?q=correo.cl&type=registered'],
    ['search: two names that none has', '/orders?q=constanza%20begona'],
    ['search: two letters', '/orders?q=mu'],
    ['search: nothing found', '/orders?q=zzzzzz'],
    ['statistics', '/orders/stats'],
    ['board of the workshop', '/workshop?limit=50'],
    ['today', '/today'],
    ['dashboard', '/dashboard/main'],
    ['metrics of a year', '/dashboard/metrics?days=366'],
    ['sales of a year by week', '/orders/sales?by=week&last=52'],
  ];
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

/** Formats the lower quartile, which is the time on an otherwise idle machine, and the p95. */
function typical(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => (sorted[Math.floor(part * sorted.length)] ?? 0).toFixed(1);
  return `${at(0.25)}, ${at(0.95)}`;
}

async function compare(name: string, placeOf: (orders: number) => Promise<Place>): Promise<void> {
  const shops: AdminShop[] = [];
  try {
    for (const size of SIZES) shops.push(await openAdminShop(await placeOf(size), size));
    await compareCalls(name, shops);
  } finally {
    for (const shop of shops) await shop.close();
  }
}

/** Alternates between the shops, so that other load on the machine affects all equally. */
async function compareCalls(name: string, shops: readonly AdminShop[]): Promise<void> {
  const calls = await Promise.all(shops.map(callsOf));
  const heads = SIZES.map((size) => `${size} orders, ms |`).join(' ');
  console.log(`\n| ${name} | ${heads}\n|---|${'--:|'.repeat(SIZES.length)}`);
  for (const [at, [call]] of (calls[0] ?? []).entries()) {
    const times = shops.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [which, shop] of shops.entries()) {
        const [, path = ''] = calls[which]?.[at] ?? [];
        times[which]?.push(await shop.time(path));
      }
    }
    console.log(`| ${[call, ...times.map(typical)].join(' | ')} |`);
  }
}

console.log(describeMachine());
const kept = process.env.BENCH_SHOPS;
const home = kept ?? (await mkdtemp(join(tmpdir(), 'pines-bench-')));
await mkdir(home, { recursive: true });
// As root, PostgreSQL runs as another user.
await chmod(home, 0o755);
try {
  await compare('SQLite', async (orders) => ({
    folder: join(home, `sqlite-${orders}`),
    databaseUrl: null,
  }));
  const postgres = await startKeptPostgres(join(home, 'postgres'));
  if (postgres) {
    await compare('PostgreSQL', async (orders) => ({
      folder: join(home, `with-postgres-${orders}`),
      databaseUrl: await postgres.open(`bench_${orders}`),
    })).finally(postgres.stop);
  } else {
    console.log('\nPostgreSQL is not installed here.');
  }
} finally {
  if (!kept) await rm(home, { recursive: true, force: true });
}
