import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AdminShop, openAdminShop, type Place } from './admin-shop.ts';
import { startKeptPostgres } from './kept-postgres.ts';

/**
 * The admin's calls over HTTP with a thousand orders, with a hundred thousand and with a million,
 * which is compared with the thousand. To write the million takes minutes: `BENCH_SHOPS=folder` keeps the filled shops there for the next run.
 */
const SIZES = [1000, 100_000, 1_000_000];
const ROUNDS = 25;

/** Calls, some of which depend on what the shop holds. */
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
    ['search: two letters', '/orders?q=mu'],
    ['search: nothing found', '/orders?q=zzzzzz'],
    ['statistics', '/orders/stats'],
    ['board of the workshop', '/workshop?limit=50'],
    ['dashboard', '/dashboard/main'],
    ['metrics of a year', '/dashboard/metrics?days=366'],
    ['sales of a year by week', '/orders/sales?by=week&last=52'],
  ];
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** The lower quartile: what a call takes when the machine does nothing else. */
function typical(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 2] ?? 0;
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

/** Calls the shops by turns, so that whatever else the machine does slows all alike. */
async function compareCalls(name: string, shops: readonly AdminShop[]): Promise<void> {
  const calls = await Promise.all(shops.map(callsOf));
  const heads = SIZES.map((size) => `${size} orders, ms |`).join(' ');
  console.log(`\n| ${name} | ${heads} ratio |\n|---|${'--:|'.repeat(SIZES.length + 1)}`);
  for (const [at, [call]] of (calls[0] ?? []).entries()) {
    const times = shops.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [which, shop] of shops.entries()) {
        const [, path = ''] = calls[which]?.[at] ?? [];
        times[which]?.push(await shop.time(path));
      }
    }
    const all = times.map(typical);
    const ratio = (all.at(-1) ?? Number.NaN) / (all[0] ?? Number.NaN);
    const cells = [call, ...all.map((ms) => ms.toFixed(1)), ratio.toFixed(1)];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

const [cpu] = cpus();
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} x ${cpu?.model.trim()}, Node ${process.version}`,
);
const kept = process.env.BENCH_SHOPS;
const home = kept ?? (await mkdtemp(join(tmpdir(), 'pines-bench-')));
// PostgreSQL runs as another user where this one is root.
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
