import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { closeContest, measureWindow, openContest, type Window } from './contest.ts';

const WINDOWS = 6;
const SECONDS = 10;
/** More than a window can place: each has its pictures before it begins. */
const MAX_ORDERS = 8000;
/** Reading smaller tables as a whole costs no more than their indexes. */
const LARGE_ROWS = 1000;
/** How often PostgreSQL's processes report what they have read. */
const REPORT_MS = 1100;

type Growth = Window & { scansPerOrder: number };

/**
 * Measures the first minute of a shop with an empty PostgreSQL, whose statistics are updated after
 * the first orders: prepared plans for small tables would read whole tables soon after.
 * @returns windows of ten seconds, with the sequential scans of tables that were large at their start
 */
export async function measureGrowth(
  create: () => Promise<string | null>,
  load: { clients: number; databasePid: number },
): Promise<Growth[]> {
  const contest = await openContest(['shop with mail'], create);
  const url = contest.get('shop with mail')?.databaseUrl;
  if (!url) throw new Error('only PostgreSQL has statistics');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const place = (orders: number, seconds?: number) =>
    measureWindow(contest, 'shop with mail', { ...load, orders, ...(seconds ? { seconds } : {}) });

  async function readLargeTables(): Promise<Map<string, number>> {
    await sleep(REPORT_MS);
    const { rows } = await client.query<{ relname: string; scans: number }>(
      `select relname, seq_scan::integer as scans from pg_stat_user_tables
        where n_live_tup > ${LARGE_ROWS}`,
    );
    return new Map(rows.map(({ relname, scans }) => [relname, scans]));
  }

  try {
    await place(50);
    // As PostgreSQL does by itself once a minute.
    await client.query('analyze');
    const windows: Growth[] = [];
    for (let at = 0; at < WINDOWS; at += 1) {
      const before = await readLargeTables();
      const window = await place(MAX_ORDERS, SECONDS);
      const after = await readLargeTables();
      const scans = [...before].map(([table, count]) => (after.get(table) ?? count) - count);
      const scansPerOrder = scans.reduce((sum, each) => sum + each, 0) / window.orders;
      windows.push({ ...window, scansPerOrder });
    }
    return windows;
  } finally {
    await client.end();
    await closeContest(contest);
  }
}
