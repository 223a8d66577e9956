import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { canFly, fly, type Landed, type Statement } from './postgres-flight.ts';
import type { StatementNames } from './postgres-statements.ts';

/** Their number of rows is that of rows changed. */
const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');

type Parts = { pool: pg.Pool; names: StatementNames; types: pg.CustomTypesConfig };

/**
 * A connection that sends statements together: writing to the server and waking up for its answer
 * cost more than most of the statements. So a transaction begins with its first statement, and may
 * commit with its last ones.
 */
export class PipelinedConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #parts: Parts;
  /** What leaves with the next statement, and before it. */
  #waiting: CompiledQuery[] = [];
  /** What begins the transaction that is under way. */
  #beginning: CompiledQuery | null = null;
  #isBroken = false;

  constructor(client: pg.PoolClient, parts: Parts) {
    this.#client = client;
    this.#parts = parts;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const isAlone = this.#beginning === null;
    const [result] = await this.executeTogether([query]).catch((error) => {
      if (!isAlone || !this.#parts.names.isStale(error)) throw error;
      return this.executeTogether([query]);
    });
    // As Kysely's own driver: the row's type is that of the query.
    return result as QueryResult<R>;
  }

  /**
   * Sends statements at once; each runs after the one before, whose answer nobody has seen yet.
   * @throws what the first that failed was refused for
   */
  async executeTogether(queries: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const results = await this.#send([...waiting, ...queries]);
    return results.slice(waiting.length).map(toResult);
  }

  /** Leaves statements of a transaction for the next one, or for its commit. */
  executeLater(queries: readonly CompiledQuery[]): void {
    this.#waiting.push(...queries);
  }

  begin({ isolationLevel, accessMode }: TransactionSettings): void {
    const isolation = isolationLevel ? ` isolation level ${isolationLevel}` : '';
    this.#beginning = CompiledQuery.raw(`begin${isolation}${accessMode ? ` ${accessMode}` : ''}`);
    this.#waiting = [this.#beginning];
  }

  /** @throws Error when a statement failed before, and somebody went on as if it had not */
  async commit(): Promise<void> {
    const isEmpty = this.#waiting.length === 1 && this.#hasNotBegun();
    const waiting = this.#waiting;
    this.#waiting = [];
    const answers = isEmpty ? [] : await this.#send([...waiting, COMMIT]);
    this.#beginning = null;
    if (answers.at(-1)?.command === 'ROLLBACK') throw new Error('rolled back, not committed');
  }

  async rollback(): Promise<void> {
    const hasBegun = !this.#hasNotBegun();
    this.#waiting = [];
    this.#beginning = null;
    if (hasBegun) await this.#send([ROLLBACK]);
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  streamQuery(): never {
    throw new Error('rows are read at once');
  }

  #hasNotBegun(): boolean {
    return this.#beginning !== null && this.#waiting[0] === this.#beginning;
  }

  async #send(queries: readonly CompiledQuery[]): Promise<Answer[]> {
    const { names, types } = this.#parts;
    const statements = queries.map(({ sql: text, parameters: values }) => ({
      name: names.nameOf(text, values) ?? '',
      text,
      values,
    }));
    try {
      if (statements.length > 1 && statements.every(mayFly)) {
        return await fly(this.#client, statements, types);
      }
      const results: Answer[] = [];
      for (const { name, text, values } of statements) {
        const query = { text, values: [...values], ...(name && { name }) };
        results.push(await this.#client.query(query));
      }
      return results;
    } catch (error) {
      if (names.isStale(error)) names.forget();
      this.#isBroken ||= !(error instanceof pg.DatabaseError);
      throw error;
    }
  }
}

type Answer = Landed | pg.QueryResult;
type Asked = { name: string; text: string; values: readonly unknown[] };

/** Without values, a text without a name may be several statements. */
function mayFly(statement: Asked): statement is Statement {
  const { name, values } = statement;
  return (name !== '' || values.length > 0) && canFly(values);
}

function toResult({ command, rowCount, rows }: Answer): QueryResult<unknown> {
  return CHANGES.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows };
}

class PipelinedDriver implements Driver {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PipelinedConnection> {
    return new PipelinedConnection(await this.#parts.pool.connect(), this.#parts);
  }

  async beginTransaction(connection: PipelinedConnection, settings: TransactionSettings) {
    connection.begin(settings);
  }

  async commitTransaction(connection: PipelinedConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: PipelinedConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(connection: PipelinedConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    await this.#parts.pool.end();
  }
}

export class PipelinedDialect extends PostgresDialect {
  readonly #driver: Driver;

  constructor(parts: Parts) {
    super(parts);
    this.#driver = new PipelinedDriver(parts);
  }

  override createDriver(): Driver {
    return this.#driver;
  }
}
