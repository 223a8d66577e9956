import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Engine, FoundOrder } from './engine.ts';
import type { Queries, Schema, Tx } from './types.ts';

const INT8 = 20;
const NUMERIC = 1700;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';

const types: pg.CustomTypesConfig = {
  // Counts, pesos and milliseconds fit a JavaScript number; by default they come as text.
  getTypeParser: (oid, format) =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
};

/**
 * By the trigram index: each term somewhere in the text. Apart from the limit, or PostgreSQL would
 * rather read the table until it has found as many.
 */
async function findOrders(
  db: Queries | Tx,
  terms: readonly string[],
  limit: number,
): Promise<FoundOrder[]> {
  const patterns = terms.map((term) => `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`);
  return db
    .with(
      (name) => name('found').materialized(),
      (query) =>
        query
          .selectFrom('order_search')
          .select(['order_id as id', 'created_at'])
          .where(({ and, eb }) => and(patterns.map((pattern) => eb('text', 'like', pattern)))),
    )
    .selectFrom(({ selectFrom }) => selectFrom('found').selectAll().limit(limit).as('few'))
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Opens a pool of connections; none may wait or hold locks for longer than some seconds. */
export function openPostgres(url: string): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    // Statements that are sent without waiting for each other leave together; see `pipeline`.
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 20_000,
    types,
  });
  // A connection that breaks is replaced at the next query, and its own query fails; without
  // listeners it would end the process, whether it idles in the pool or is at work.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const raw = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    kind: 'postgres',
    raw,
    lostRace: (error) =>
      error instanceof pg.DatabaseError &&
      (error.code === DEADLOCK_DETECTED || error.code === SERIALIZATION_FAILURE),
    skipLocked: (query) => query.forUpdate().skipLocked(),
    lockRows: (query) => query.forUpdate(),
    findOrders,
    // The server's other connections go on meanwhile.
    pickQuick: async (_db, terms) => terms,
    countConnections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    readSnapshot: (work) =>
      raw
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(work),
    allowMinutes: async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    },
    createLimiter: ({ name, points, seconds }) =>
      new RateLimiterPostgres({
        storeClient: pool,
        keyPrefix: name,
        points,
        duration: seconds,
        tableName: 'rate_limits',
        tableCreated: true,
      }),
  };
}
