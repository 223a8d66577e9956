import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import {
  InsertQueryNode,
  type Kysely,
  type KyselyPlugin,
  type RootOperationNode,
  sql,
} from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { type Config, ConfigError } from '#server/config.ts';
import { codeOf } from '#server/lib/outages.ts';
import type { Engine } from './engine.ts';
import * as initial from './migrations/001-initial.ts';
import * as leftUnpaid from './migrations/002-left-unpaid.ts';
import { openSqlite, readSnapshot } from './sqlite.ts';
import type { Queries, Tx } from './types.ts';

export type Database = {
  kind: Engine['kind'];
  /** For statements outside transactions; throws inside a transaction. */
  queries: Queries;
  /** Runs `work` in one transaction, in which only its handle `tx` is valid. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Emits `jobs` when jobs have been inserted; in a transaction, after its commit. */
  events: EventEmitter<{ jobs: [] }>;
  /** @throws when the database does not answer */
  ping(): Promise<void>;
  skipLocked: Engine['skipLocked'];
  lockRows: Engine['lockRows'];
  findOrders: Engine['findOrders'];
  countConnections: Engine['countConnections'];
  readSnapshot: Engine['readSnapshot'];
  readClock: Engine['readClock'];
  findDamage: Engine['findDamage'];
  analyzeGrown: Engine['analyzeGrown'];
  allowMinutes: Engine['allowMinutes'];
  createLimiter: Engine['createLimiter'];
  close(): Promise<void>;
};

const MAX_TRIES = 5;

type Settings = Pick<Config, 'database' | 'dataDir'>;

/** Opens the configured database without migrating it. */
export async function openEngine({ database, dataDir }: Settings): Promise<Engine> {
  return database.kind === 'postgres'
    ? (await import('./postgres.ts')).openPostgres(database.url)
    : openSqlite(dataDir);
}

/** Reads a consistent snapshot from another process, while the shop may be running. */
export async function readSnapshotOf<T>(
  settings: Settings,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (settings.database.kind === 'sqlite') return readSnapshot(settings.dataDir, work);
  const engine = await openEngine(settings);
  return engine.readSnapshot(work).finally(() => engine.raw.destroy());
}

/**
 * Opens the configured database and migrates its schema.
 * @param further see `migrate`
 * @param last the last migration to run; by default all
 * @throws when it cannot be reached, another process has the SQLite file open, or a newer version
 *   of the shop has migrated its schema
 */
export async function openDatabase(
  config: Settings,
  further: Record<string, Migration> = {},
  last?: string,
): Promise<Database> {
  const engine = await openEngine(config);
  try {
    await sql`select 1`
      .execute(engine.raw)
      .catch((error) => refuseUnreachable(config.database, error));
    await migrate(engine.raw, further, last).catch((error) =>
      refuseUnknownSchema(engine.kind, error),
    );
  } catch (error) {
    await engine.raw.destroy();
    throw error;
  }
  return guard(engine);
}

/** Why a PostgreSQL server cannot be used, by the code of the system's or the server's error. */
const REASONS: readonly (readonly [codes: RegExp, reason: string])[] = [
  [/^E(NOTFOUND|AI_AGAIN)$/, 'no se encuentra ese servidor: revisa cómo está escrito'],
  [/^28/, 'el servidor no acepta ese usuario con esa clave'],
  [/^3D000$/, 'en ese servidor no hay una base de datos con ese nombre'],
  [/^(53|57P03$)/, 'el servidor está partiendo o no acepta más conexiones: prueba en un minuto'],
];
const NO_ANSWER =
  'la base de datos no contesta: revisa que esté andando, y el servidor y el puerto de la dirección';

/** @throws ConfigError with one line in Spanish and, after it, the driver's text without the password */
function refuseUnreachable(database: Config['database'], error: unknown): never {
  if (database.kind !== 'postgres' || !(error instanceof Error)) throw error;
  const code = codeOf(error);
  const [, reason] = REASONS.find(([codes]) => codes.test(code)) ?? [code, NO_ANSWER];
  const { password } = new URL(database.url);
  const detail = [password, decodeURIComponent(password)]
    .filter(Boolean)
    .reduce((text, secret) => text.replaceAll(secret, '…'), error.message || code);
  throw new ConfigError([`DATABASE_URL: ${reason} (${detail.replaceAll(/\s+/g, ' ')})`]);
}

/** @throws ConfigError when Kysely finds migrations that this program does not have */
function refuseUnknownSchema(kind: Engine['kind'], error: unknown): never {
  if (!(error instanceof Error && error.message.startsWith('corrupted migrations'))) throw error;
  const variable = kind === 'postgres' ? 'DATABASE_URL' : 'DATA_DIR';
  throw new ConfigError([
    `${variable}: la base de datos es de otra versión de la tienda (${error.message})`,
  ]);
}

/**
 * With SQLite's single connection a query on the outer handle inside a transaction would wait for
 * itself forever, and with PostgreSQL it would not be part of the transaction: here it throws.
 * Inserted jobs are announced when workers can see them: after the statement, or after the commit.
 */
function guard({ raw, lostRace, ...engine }: Engine): Database {
  const running = new AsyncLocalStorage<{ insertsJobs: boolean }>();
  const refuse = () => {
    if (running.getStore()) throw new Error('query outside of the running transaction');
  };
  const events: Database['events'] = new EventEmitter();
  const inserts = new WeakSet<object>();
  const outside: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      refuse();
      if (insertsJobs(node)) inserts.add(queryId);
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      if (inserts.has(queryId)) events.emit('jobs');
      return result;
    },
  };
  const inside: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const store = running.getStore();
      if (store && insertsJobs(node)) store.insertsJobs = true;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const queries = raw.withPlugin(outside);
  const transactions = raw.withPlugin(inside);
  // A plugin sees only queries: methods that open another connection are rejected separately.
  for (const name of ['transaction', 'startTransaction', 'connection'] as const) {
    const open = queries[name].bind(queries);
    const value = () => {
      refuse();
      return open();
    };
    Object.defineProperty(queries, name, { value });
  }

  async function transaction<T>(work: (tx: Tx) => Promise<T>, tries = 1): Promise<T> {
    refuse();
    const own = { insertsJobs: false };
    try {
      const result = await running.run(own, () => transactions.transaction().execute(work));
      if (own.insertsJobs) events.emit('jobs');
      return result;
    } catch (error) {
      if (tries >= MAX_TRIES || !lostRace(error)) throw error;
      return transaction(work, tries + 1);
    }
  }

  return {
    ...engine,
    queries,
    transaction: (work) => transaction(work),
    events,
    readSnapshot: (work) => {
      refuse();
      return engine.readSnapshot(work);
    },
    ping: async () => {
      await sql`select 1`.execute(queries);
    },
    close: () => raw.destroy(),
  };
}

function insertsJobs(node: RootOperationNode): boolean {
  return InsertQueryNode.is(node) && node.into?.table.identifier.name === 'jobs';
}

/** In order. A released migration is never changed, and imports nothing that may change. */
const released: Record<string, Migration> = {
  '001-initial': initial,
  '002-left-unpaid': leftUnpaid,
};

/** Returns the names of all migrations, in order. */
export function migrationNames(further: Record<string, Migration> = {}): string[] {
  return Object.keys({ ...released, ...further });
}

/** Returns the name of the newest released migration. */
export function lastMigration(): string {
  return migrationNames().at(-1) ?? '';
}

/**
 * Migrates the schema, all or nothing; a second process waits for the first.
 * @param further migrations after the released ones, for tests
 * @param last the last migration to run; by default all
 * @throws the first migration's error, after a rollback
 */
export async function migrate<Schema>(
  db: Kysely<Schema>,
  further: Record<string, Migration> = {},
  last?: string,
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...released, ...further }) },
  });
  const { error } = await (last === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(last));
  if (error) throw error;
}
