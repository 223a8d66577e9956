import { Socket } from 'node:net';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { type Engine, type FoundOrder, MAX_MATCHES, type OrderSearch } from './engine.ts';
import type { Queries, Schema, Tx } from './types.ts';

const INT8 = 20;
const NUMERIC = 1700;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
/** Maximum number of prepared statements per connection, some tens of kilobytes each. */
const MAX_PREPARED = 300;

const types: pg.CustomTypesConfig = {
  // Counts, pesos and milliseconds fit a JavaScript number; by default they come as text.
  getTypeParser: (oid, format) =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
};

async function findOrders(
  db: Queries | Tx,
  { terms, limit, after, from, until, filter }: OrderSearch,
): Promise<FoundOrder[]> {
  const conditions = [
    ...terms.map((term) => sql`text like ${`%${term.replaceAll(/[\\%_]/g, '\\$&')}%`}`),
    ...(from === null ? [] : [sql`created_at >= ${from}`]),
    ...(until === null ? [] : [sql`created_at < ${until}`]),
    ...(after ? [sql`(created_at, order_id) < (${after.created_at}, ${after.id})`] : []),
  ];
  const { rows } = await sql<FoundOrder>`
    select found.order_id as id, found.created_at
    from (
      select order_id, created_at from order_search where ${sql.join(conditions, sql` and `)}
      order by created_at desc, order_id desc limit ${Math.max(limit, MAX_MATCHES)}
    ) as found
    join orders on orders.id = found.order_id
    where ${filter}
    order by found.created_at desc, found.order_id desc limit ${limit}`.execute(db);
  return rows;
}

/** Tables of fewer pages (of 8 kB) are read as a whole, at little cost. */
const SMALL_PAGES = 4;

async function analyzeGrown(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and pg_has_role(relowner, 'usage')
      and pg_relation_size(oid) / current_setting('block_size')::int > 2 * greatest(relpages, ${SMALL_PAGES})`.execute(
    db,
  );
  for (const { name } of rows) await sql`analyze ${sql.table(name)}`.execute(db);
}

/**
 * Longer than the server's own limit for a statement: one that has not answered by then is half-open,
 * or answers byte by byte.
 */
const ANSWER_MS = 30_000;

/** Sends all data of one turn of the event loop in one write, because each is a system call. */
class BatchingSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}

/** A client whose socket can be destroyed: `end` would wait for its queries. */
class ShopClient extends pg.Client {
  readonly socket: Socket;
  constructor(config: pg.ClientConfig = {}) {
    const socket = new BatchingSocket();
    super({ ...config, stream: () => socket });
    this.socket = socket;
  }
}

/**
 * Returns a function that makes a connection prepare its statements: planning one costs more than
 * running it. The first statements are the frequent ones; later ones are planned each time.
 */
function createPreparer(limitMs: () => number): (client: pg.PoolClient) => void {
  const names = new Map<string, string>();
  const nameOf = (text: string, values: readonly unknown[]): string | undefined => {
    // Another process may add a column; the best plan of a search depends on its pattern.
    if (text.includes('*') || text.includes(' like ')) return undefined;
    // A text without values may contain several statements.
    if (values.length === 0 && !/^\s*select/.test(text)) return undefined;
    if (!names.has(text) && names.size < MAX_PREPARED) names.set(text, `shop_${names.size}`);
    return names.get(text);
  };
  return (client) => {
    const query = client.query.bind(client);
    const send = (text: unknown, ...rest: unknown[]): unknown => {
      const [values] = rest;
      if (typeof text !== 'string' || !Array.isArray(values) || rest.length > 1) {
        return Reflect.apply(query, client, [text, ...rest]);
      }
      return query({ name: nameOf(text, values), text, values });
    };
    const value = (...query: unknown[]): unknown => {
      const [text, ...rest] = query;
      const result = send(text, ...rest);
      if (result instanceof Promise) endIfUnanswered(client, result, limitMs());
      return result;
    };
    Object.defineProperty(client, 'query', { value });
  };
}

/** Ends a connection whose query has no answer in time: the pool takes another one for the next. */
function endIfUnanswered(client: pg.PoolClient, result: Promise<unknown>, limitMs: number): void {
  if (limitMs === Number.POSITIVE_INFINITY || !(client instanceof ShopClient)) return;
  const timer = setTimeout(() => {
    client.socket.destroy(new Error('Connection terminated: a query has no answer'));
  }, limitMs);
  const answered = () => clearTimeout(timer);
  result.then(answered, answered);
}

/** Of many orders it expects so many rows that it would compile a statement for longer than it runs. */
const SET_UP = `select set_config('jit', 'off', false),
  set_config('statement_timeout', '20s', false),
  set_config('idle_in_transaction_session_timeout', '20s', false)`;

/** Returns a pool of connections; none waits or locks rows for longer than 20 seconds. */
export function openPostgres(url: string, answerMs = ANSWER_MS): Engine {
  let limitMs = answerMs;
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    // Pipelined statements are sent together; see `pipeline`.
    pipeline: true,
    Client: ShopClient,
    connectionTimeoutMillis: 10_000,
    types,
  });
  // A connection that breaks is replaced at the next query, and its own query fails; without
  // listeners it would end the process, whether it idles in the pool or is at work.
  pool.on('error', () => undefined);
  const prepare = createPreparer(() => limitMs);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    // PgBouncer refuses a connection with these among its parameters.
    client.query(SET_UP).catch(() => undefined);
    prepare(client);
  });
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
    readClock: async () => {
      const now = sql<{
        now: number;
      }>`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`;
      return (await now.execute(raw)).rows[0]?.now ?? null;
    },
    findDamage: async () => [],
    analyzeGrown: () => analyzeGrown(raw),
    allowMinutes: async (tx) => {
      // An operator's command does nothing else meanwhile.
      limitMs = Number.POSITIVE_INFINITY;
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
