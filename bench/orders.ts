import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findPostgres } from '#server/testing/find-postgres.ts';
import { startPostgres } from '#server/testing/postgres.ts';
import { describeMachine } from './machine.ts';
import {
  type Contest,
  type Contestant,
  closeContest,
  measureWindow,
  openContest,
  type Window,
} from './orders/contest.ts';
import { measureGrowth } from './orders/growth.ts';

/**
 * Compares an order with the bare transaction and with a baseline that writes the same rows. All
 * servers run at the same time and get load in turn, so that other load on the machine affects all
 * equally; three rounds, medians.
 */
const ROUNDS = 3;
const SIZES = [
  { clients: 1, orders: 300 },
  { clients: 8, orders: 1000 },
];
/** Only one round, since mails take much longer than orders. */
const MAILED = [{ clients: 8, orders: 300 }];

type Database = { name: string; create: () => Promise<string | null>; pid: number | null };

async function compare(database: Database): Promise<void> {
  await hold(database, ['bare', 'floor', 'shop'], SIZES, ROUNDS);
  await hold(database, ['floor', 'shop with mail'], MAILED, 1);
}

async function hold(
  { name, create, pid: databasePid }: Database,
  names: readonly Contestant[],
  sizes: typeof SIZES,
  rounds: number,
): Promise<void> {
  const contest = await openContest(names, create);
  try {
    // Warm-up: compilation and prepared statements of the first orders.
    for (const each of names) {
      await measureWindow(contest, each, { clients: 4, orders: 200, databasePid });
    }
    for (const size of sizes) await compareAt(name, contest, rounds, { ...size, databasePid });
  } finally {
    await closeContest(contest);
  }
}

async function compareAt(
  name: string,
  contest: Contest,
  rounds: number,
  load: { clients: number; orders: number; databasePid: number | null },
): Promise<void> {
  const names = [...contest.keys()];
  const windows = new Map<string, Window[]>(names.map((each) => [each, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const each of names) {
      windows.get(each)?.push(await measureWindow(contest, each, load));
    }
  }
  const plural = load.clients === 1 ? 'client' : 'clients';
  console.log(
    `\n| ${name}, ${load.clients} ${plural} | orders/s | of bare | of floor | server, ms | database, ms | both of floor | p99, ms | mails sent after, s |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|`,
  );
  const typical = (each: string, read: (window: Window) => number) =>
    median((windows.get(each) ?? []).map(read));
  const rate = ({ perSecond }: Window) => perSecond;
  const cost = ({ serverMs, databaseMs }: Window) => serverMs + databaseMs;
  for (const each of names) {
    const perSecond = typical(each, rate);
    const cells = [
      each,
      perSecond.toFixed(0),
      contest.has('bare') ? (perSecond / typical('bare', rate)).toFixed(2) : '',
      (perSecond / typical('floor', rate)).toFixed(2),
      typical(each, ({ serverMs }) => serverMs).toFixed(2),
      typical(each, ({ databaseMs }) => databaseMs).toFixed(2),
      (typical('floor', cost) / typical(each, cost)).toFixed(2),
      typical(each, ({ p99Ms }) => p99Ms).toFixed(1),
      each === 'shop with mail' ? typical(each, ({ backlogS }) => backlogS).toFixed(0) : '',
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

async function reportGrowth(...[create, load]: Parameters<typeof measureGrowth>): Promise<void> {
  const windows = await measureGrowth(create, load);
  console.log(
    `\n| PostgreSQL from empty, ${load.clients} clients, with mail | orders/s | server, ms | database, ms | p99, ms | sequential scans per order |\n|---|--:|--:|--:|--:|--:|`,
  );
  for (const [name, at] of [
    ['first ten seconds', 0],
    ['last ten seconds', -1],
  ] as const) {
    const window = windows.at(at);
    if (!window) continue;
    const { perSecond, serverMs, databaseMs, p99Ms, scansPerOrder } = window;
    const figures = [serverMs, databaseMs, p99Ms, scansPerOrder].map((each) => each.toFixed(2));
    console.log(`| ${[name, perSecond.toFixed(0), ...figures].join(' | ')} |`);
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

console.log(`${describeMachine()} before the first run`);

if (findPostgres()) {
  const server = await startPostgres({ durable: true });
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  const { rows } = await admin.query<{ data_directory: string }>('show data_directory');
  const pidFile = join(rows[0]?.data_directory ?? '', 'postmaster.pid');
  let made = 0;
  const create = async () => {
    made += 1;
    await admin.query(`create database bench_${made}`);
    return Object.assign(new URL(server.url), { pathname: `bench_${made}` }).href;
  };
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  try {
    await compare({ name: 'PostgreSQL', create, pid });
    await reportGrowth(create, { clients: 8, databasePid: pid });
  } finally {
    await admin.end();
    await server.stop();
  }
} else {
  console.log('\nPostgreSQL is not installed here.');
}
await compare({ name: 'SQLite', create: async () => null, pid: null });
