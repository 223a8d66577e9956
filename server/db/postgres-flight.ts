import pg from 'pg';

/** A prepared statement with its values. */
export type Statement = { name: string; text: string; values: unknown[] };

/** What the driver's own query does with its answer; its types leave it out. */
declare module 'pg' {
  interface Query {
    name?: string;
    text?: string;
    handleRowDescription(message: object): void;
    handleDataRow(message: object): void;
    handleCommandComplete(message: object, connection: Connection): void;
    handleReadyForQuery(connection: Connection): void;
  }
  interface Connection {
    submittedNamedStatements: Record<string, string>;
  }
}

/**
 * Sends statements as one message, which the server answers with one: each runs after the one
 * before, none after one that fails. Writing and waking up cost more than most statements.
 */
export function fly(
  client: pg.PoolClient,
  statements: readonly Statement[],
  types: pg.CustomTypesConfig,
): Promise<pg.QueryResult[]> {
  return new Promise((resolve, reject) => {
    client.query(new Flight(statements, types, resolve, reject));
  });
}

/** To the driver one query, which hands each answer to the statement whose turn it is. */
class Flight implements pg.Submittable {
  readonly #queries: pg.Query[];
  readonly #results: pg.QueryResult[] = [];
  readonly #land: (results: pg.QueryResult[]) => void;
  /** Asked for by the driver. */
  readonly callback: (error: Error) => void;
  #turn = 0;
  /** Of a statement whose values could not be written down. */
  #unsent: Error | undefined;

  constructor(
    statements: readonly Statement[],
    types: pg.CustomTypesConfig,
    land: (results: pg.QueryResult[]) => void,
    fail: (error: Error) => void,
  ) {
    this.#land = land;
    this.callback = fail;
    const keep = (error: Error | undefined, result: pg.QueryResult) => {
      if (error) this.#unsent = error;
      else this.#results.push(result);
    };
    this.#queries = statements.map((statement) => new pg.Query({ ...statement, types }, keep));
  }

  /** Of the statement that is being parsed. */
  get name(): string | undefined {
    return this.#current.name;
  }

  get text(): string | undefined {
    return this.#current.text;
  }

  submit(connection: pg.Connection): void {
    const muted: pg.Connection = Object.create(connection, { sync: { value: () => undefined } });
    connection.stream.cork();
    for (const query of this.#queries) {
      query.submit(muted);
      if (this.#unsent) break;
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription(message: object): void {
    this.#current.handleRowDescription(message);
  }

  handleDataRow(message: object): void {
    this.#current.handleDataRow(message);
  }

  handleCommandComplete(message: object, connection: pg.Connection): void {
    this.#current.handleCommandComplete(message, connection);
    this.#turn += 1;
  }

  /** The server has skipped whatever stands behind. */
  handleError(error: Error, connection: pg.Connection): void {
    for (const { name } of this.#queries.slice(this.#turn)) {
      if (name !== undefined) delete connection.submittedNamedStatements[name];
    }
    this.callback(error);
  }

  handleReadyForQuery(connection: pg.Connection): void {
    if (this.#unsent) {
      this.handleError(this.#unsent, connection);
      return;
    }
    for (const query of this.#queries) query.handleReadyForQuery(connection);
    this.#land(this.#results);
  }

  get #current(): pg.Query {
    const query = this.#queries[this.#turn];
    if (!query) throw new Error('an answer to no statement');
    return query;
  }
}
