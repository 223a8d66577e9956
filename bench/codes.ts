import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { describeMachine } from './machine.ts';
import { type Server, startServer } from './orders/server.ts';
import { loadWith, post } from './post.ts';
import { onBothDatabases } from './postgres.ts';
import { placeIn } from './spawned-shop.ts';

/**
 * Compares the check of a discount code with a bare Fastify that reads the code's row. Both servers
 * run at the same time and get load in turn; three rounds, medians.
 */
const ROUNDS = 3;
const SIZES = [
  { clients: 1, calls: 2000 },
  { clients: 8, calls: 4000 },
  { clients: 32, calls: 4000 },
];
const CODE = `insert into discount_codes
  (code, name, type, value_hundredths, multiple_use, max_uses, current_uses, is_active, created_at)
  values ('DIEZ', 'Diez por ciento', 'percentage', 1000, 1, null, 0, 1, 0)`;
const BODY = JSON.stringify({ code: 'DIEZ', orderTotal: 17_000 });

type Window = { perSecond: number; serverMs: number; p99Ms: number };

async function compare(name: string, databaseUrl: string | null): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pines-bench-'));
  const env = { ...placeIn(dataDir, databaseUrl), RATE_LIMITS: 'off' };
  const start = (program: string) => startServer(join(import.meta.dirname, program), env);
  const shop = await start('orders/shop.ts');
  await addCode(databaseUrl ?? join(dataDir, 'shop.sqlite'));
  const servers = { floor: await start('codes/floor.ts'), shop };
  try {
    for (const server of Object.values(servers)) await measure(server, { clients: 4, calls: 1000 });
    for (const size of SIZES) await compareAt(name, servers, size);
  } finally {
    for (const server of Object.values(servers)) await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function addCode(database: string): Promise<void> {
  if (!database.startsWith('postgres')) {
    new BetterSqlite(database).exec(CODE).close();
    return;
  }
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query(CODE).finally(() => client.end());
}

async function compareAt(
  name: string,
  servers: Record<'floor' | 'shop', Server>,
  size: (typeof SIZES)[number],
): Promise<void> {
  const windows: Record<string, Window[]> = { floor: [], shop: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [each, server] of Object.entries(servers))
      windows[each]?.push(await measure(server, size));
  }
  console.log(
    `\n| ${name}, clients: ${size.clients} | checks/s | of floor | server, ms | floor's of it | p99, ms |\n|---|--:|--:|--:|--:|--:|`,
  );
  const typical = (each: string, read: (window: Window) => number) =>
    (windows[each] ?? []).map(read).toSorted((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN;
  for (const each of Object.keys(servers)) {
    const [rate, cost] = [({ perSecond }: Window) => perSecond, ({ serverMs }: Window) => serverMs];
    const cells = [
      each,
      typical(each, rate).toFixed(0),
      (typical(each, rate) / typical('floor', rate)).toFixed(2),
      typical(each, cost).toFixed(2),
      (typical('floor', cost) / typical(each, cost)).toFixed(2),
      typical(each, ({ p99Ms }) => p99Ms).toFixed(1),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

async function measure(server: Server, size: (typeof SIZES)[number]): Promise<Window> {
  const agent = new Agent({ keepAlive: true, maxSockets: size.clients });
  const before = server.spent();
  const { seconds, times } = await loadWith(size, () =>
    post(agent, `${server.url}/api/discount-codes/validate`, BODY, { status: 200 }),
  );
  agent.destroy();
  const p99Ms = times.toSorted((a, b) => a - b)[Math.floor(0.99 * times.length)] ?? 0;
  const serverMs = (server.spent() - before) / size.calls;
  return { perSecond: size.calls / seconds, serverMs, p99Ms };
}

console.log(describeMachine());
await onBothDatabases(compare);
