import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import BetterSqlite from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ConfigError } from '#server/config.ts';
import { type Engine, type FoundOrder, MAX_MATCHES, type OrderSearch } from './engine.ts';
import { SharedFileDialect } from './sqlite-driver.ts';
import type { Queries, Schema, Tx } from './types.ts';

/** The data folder is already served by another process. */
export class DataFolderInUse extends Error {
  constructor(folder: string) {
    super(`DATA_DIR: ${folder} la está usando otra tienda que ya funciona`);
    this.name = 'DataFolderInUse';
  }
}

const pathIn = (dataDir: string) => join(dataDir, 'shop.sqlite');

/** Opens `shop.sqlite` for this process alone. @throws DataFolderInUse when another one has it */
export function openSqlite(dataDir: string): Engine {
  mkdirSync(dataDir, { recursive: true });
  const lock = lockFolder(dataDir);
  const path = pathIn(dataDir);
  const database = openFile(path);
  const close = database.close.bind(database);
  database.close = () => {
    close();
    lock.close();
    return database;
  };
  return {
    kind: 'sqlite',
    raw: new Kysely<Schema>({ dialect: new SharedFileDialect(database) }),
    lostRace: () => false,
    skipLocked: (query) => query,
    lockRows: (query) => query,
    findOrders,
    countConnections: () => ({ busy: 0, idle: 1, waiting: 0 }),
    readSnapshot: (work) => readSnapshot(dataDir, work),
    readClock: async () => null,
    findDamage: () => findDamage(path),
    analyzeGrown: async () => undefined,
    allowMinutes: async () => undefined,
    createLimiter: ({ name, points, seconds }) =>
      new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
  };
}

/** Reads the index from its end: its rows are numbered by time (`createSearch`), and are text phrases. */
async function findOrders(
  db: Queries | Tx,
  { terms, limit, after, from, until, filter }: OrderSearch,
): Promise<FoundOrder[]> {
  const phrases = terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(' AND ');
  const keyAt = (time: number) => sql`cast(${time} as integer) * 4096`;
  const matches = sql.join(
    [
      sql`order_search_index match ${phrases}`,
      ...(from === null ? [] : [sql`order_search_index.rowid >= ${keyAt(from)}`]),
      ...(until === null ? [] : [sql`order_search_index.rowid < ${keyAt(until)}`]),
      ...(after
        ? [
            sql`order_search_index.rowid < coalesce(
              (select key from order_search where order_id = ${after.id}), ${keyAt(after.created_at)})`,
          ]
        : []),
    ],
    sql` and `,
  );
  const { rows } = await sql<FoundOrder>`
    select found.order_id as id, found.created_at
    from order_search_index
    cross join order_search as found on found.key = order_search_index.rowid
    cross join orders on orders.id = found.order_id
    where ${matches} and ${filter}
      and order_search_index.rowid >= coalesce((select rowid from order_search_index
        where ${matches} order by rowid desc limit 1 offset ${Math.max(limit, MAX_MATCHES) - 1}), 0)
    order by order_search_index.rowid desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Reads on a separate connection, which may be another process's: with write-ahead logging, readers
 * and the writer never wait.
 */
export async function readSnapshot<T>(dataDir: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const database = new BetterSqlite(pathIn(dataDir), { readonly: true });
  const reader = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
  try {
    return await reader.transaction().execute(work);
  } finally {
    await reader.destroy();
  }
}

const CHECK = join(import.meta.dirname, 'check-sqlite.ts');

/** @throws Error when the file cannot even be opened */
async function findDamage(path: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [CHECK, path]);
  return stdout.split('\n').filter((line) => line !== '');
}

function openFile(path: string): BetterSqlite.Database {
  try {
    const database = new BetterSqlite(path);
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    // From now on this thread serves requests: `SharedFileDialect` does the waiting.
    database.pragma('busy_timeout = 0');
    return database;
  } catch (error) {
    if (!(error instanceof BetterSqlite.SqliteError)) throw error;
    throw unusable(path, error);
  }
}

function unusable(path: string, { message }: Error): ConfigError {
  return new ConfigError([`DATA_DIR: no se puede abrir ${path}: ${message}`]);
}

/** Locks a separate file exclusively: the system releases it when the process ends, even by a crash. */
function lockFolder(dataDir: string): BetterSqlite.Database {
  const path = join(dataDir, 'shop.lock');
  try {
    const lock = new BetterSqlite(path, { timeout: 0 });
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    if (!(error instanceof BetterSqlite.SqliteError)) throw error;
    if (error.code.startsWith('SQLITE_BUSY')) throw new DataFolderInUse(dataDir);
    throw unusable(path, error);
  }
}
