import { setTimeout as sleep } from 'node:timers/promises';
import type BetterSqlite from 'better-sqlite3';
import type { Database, Statement } from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { isLocked } from '#server/lib/outages.ts';

/** How long a write is retried while another program has the file locked. */
const MAX_WAIT_MS = 2000;
const FIRST_RETRY_MS = 5;
const MAX_RETRY_MS = 100;

type Lock = () => Promise<() => void>;

/** Kysely's dialect, for one file that other programs may lock. */
export class SharedFileDialect extends SqliteDialect {
  readonly #database: BetterSqlite.Database;

  constructor(database: BetterSqlite.Database) {
    super({ database });
    this.#database = database;
  }

  override createAdapter(): SqliteAdapter {
    return new SharedFileAdapter();
  }

  override createDriver(): SqliteDriver {
    return new SharedFileDriver(this.#database);
  }
}

class SharedFileAdapter extends SqliteAdapter {
  /** SQLite can roll back schema changes; Kysely's own adapter does not use that. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** The driver has its own queue, so that a caller which waits for the file blocks no reader. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * Shares the one connection of the file among all callers: it is locked for each statement, and
 * from the beginning of a transaction to its end. SQLite itself would block the whole thread while
 * it waits for another program's lock.
 */
class SharedFileDriver extends SqliteDriver {
  readonly #database: BetterSqlite.Database;
  readonly #lock = createLock();

  constructor(database: BetterSqlite.Database) {
    super({ database: cacheStatements(database) });
    this.#database = database;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new SharedConnection(await super.acquireConnection(), this.#lock);
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await sharedOf(connection).begin();
  }

  /**
   * A full disk makes SQLite roll back by itself; a second rollback would hide the cause by its own
   * error.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection) sharedOf(connection).release();
  }
}

class SharedConnection implements DatabaseConnection {
  readonly #file: DatabaseConnection;
  readonly #lock: Lock;
  /** Null outside of a transaction. */
  #unlock: (() => void) | null = null;

  constructor(file: DatabaseConnection, lock: Lock) {
    this.#file = file;
    this.#lock = lock;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#unlock) return this.#file.executeQuery<R>(query);
    return retryWhileLocked(async () => {
      const unlock = await this.#lock();
      return this.#file.executeQuery<R>(query).finally(unlock);
    });
  }

  /** Locks the file for writing at once: a statement refused later could not be retried. */
  async begin(): Promise<void> {
    this.#unlock = await retryWhileLocked(async () => {
      const unlock = await this.#lock();
      try {
        await this.#file.executeQuery(CompiledQuery.raw('begin immediate'));
        return unlock;
      } catch (error) {
        unlock();
        throw error;
      }
    });
  }

  release(): void {
    this.#unlock?.();
    this.#unlock = null;
  }

  /** A reader that pauses would hold the file. */
  streamQuery(): never {
    throw new Error('not supported');
  }
}

function sharedOf(connection: DatabaseConnection): SharedConnection {
  if (!(connection instanceof SharedConnection)) throw new Error('not our connection');
  return connection;
}

/**
 * Returns a function that waits until all earlier callers have released the lock, and then locks
 * it.
 */
function createLock(): Lock {
  let last = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return resolve;
  };
}

/** Retries, with increasing delays, while another program has the file locked. */
async function retryWhileLocked<T>(attempt: () => Promise<T>): Promise<T> {
  const end = performance.now() + MAX_WAIT_MS;
  for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(2 * waitMs, MAX_RETRY_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLocked(error) || performance.now() > end) throw error;
      await sleep(waitMs);
    }
  }
}

const MAX_STATEMENTS = 300;
const CACHEABLE = /^\s*(?:begin|commit|delete|insert|rollback|select|update|with)\b/;

/** Caches prepared statements by their text; after a change of the schema SQLite renews them. */
function cacheStatements(database: Database): SqliteDatabase {
  const cached = new Map<string, Statement<unknown[]>>();

  function prepare(sql: string): Statement<unknown[]> {
    if (!CACHEABLE.test(sql)) return database.prepare(sql);
    const known = cached.get(sql);
    if (known) return known;
    const [oldest] = cached.keys();
    if (oldest !== undefined && cached.size >= MAX_STATEMENTS) cached.delete(oldest);
    const statement = database.prepare<unknown[]>(sql);
    cached.set(sql, statement);
    return statement;
  }

  return { prepare, close: () => database.close() };
}
