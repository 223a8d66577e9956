import type pg from 'pg';

type Value = string | number | bigint | boolean | null | undefined;
/** A statement with its values; prepared unless its name is empty. */
export type Statement = { name: string; text: string; values: readonly Value[] };

/** How a statement ended: for `insert 0 3` its command is `INSERT`, and its rows are three. */
export type Landed = { command: string; rowCount: number; rows: unknown[] };

/** What the driver has besides its types. */
declare module 'pg' {
  interface Connection {
    parsedStatements: Record<string, string>;
    submittedNamedStatements: Record<string, string>;
  }
}

type Column = { name: string; read: (text: string) => unknown };

const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);
/** The columns of each statement that a connection has described once; none where it has no rows. */
const described = new WeakMap<pg.Connection, Map<string, Column[]>>();

export function canFly(values: readonly unknown[]): values is readonly Value[] {
  return values.every((value) => typeof value !== 'object' || value === null);
}

/**
 * Sends statements as one message, which the server answers with one: each runs after the one
 * before, none after one that fails. Writing and waking up cost more than most statements.
 */
export function fly(
  client: pg.ClientBase,
  statements: readonly Statement[],
  types: pg.CustomTypesConfig,
): Promise<Landed[]> {
  return new Promise((resolve, reject) => {
    client.query(new Flight(statements, types, resolve, reject));
  });
}

/** To the driver one query, which hands each answer to the statement whose turn it is. */
class Flight implements pg.Submittable {
  readonly #statements: readonly Statement[];
  readonly #types: pg.CustomTypesConfig;
  readonly #land: (results: Landed[]) => void;
  /** Asked for by the driver. */
  readonly callback: (error: Error) => void;
  readonly #results: Landed[] = [];
  #rows: unknown[] = [];
  #columns = new Map<string, Column[]>();

  constructor(
    statements: readonly Statement[],
    types: pg.CustomTypesConfig,
    land: (results: Landed[]) => void,
    fail: (error: Error) => void,
  ) {
    this.#statements = statements;
    this.#types = types;
    this.#land = land;
    this.callback = fail;
  }

  /** Of the statement whose turn it is; the driver asks for it, too, when all have landed. */
  get name(): string {
    return this.#current?.name ?? '';
  }

  get text(): string {
    return this.#current?.text ?? '';
  }

  submit(connection: pg.Connection): void {
    const messages: Buffer[] = [];
    const gathering: pg.Connection = Object.create(connection, {
      _send: { value: (message: Buffer) => messages.push(message) },
    });
    const { parsedStatements, submittedNamedStatements } = connection;
    this.#columns = described.get(connection) ?? new Map();
    described.set(connection, this.#columns);
    for (const { name, text, values } of this.#statements) {
      const isKept = name !== '';
      if (!(name in parsedStatements || name in submittedNamedStatements)) {
        gathering.parse({ name, text, types: [] }, true);
        if (isKept) submittedNamedStatements[name] = text;
      }
      gathering.bind({ statement: name, values: values.map(toText) }, true);
      if (!(isKept && this.#columns.has(name))) gathering.describe({ type: 'P' }, true);
      gathering.execute(null, true);
    }
    connection.stream.write(Buffer.concat([...messages, SYNC]));
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: this.#types.getTypeParser(dataTypeID, 'text'),
    }));
    this.#columns.set(this.name, columns);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    for (const [at, { name, read }] of (this.#columns.get(this.name) ?? []).entries()) {
      const value = fields[at] ?? null;
      row[name] = value === null ? null : read(value);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (!this.#columns.has(this.name)) this.#columns.set(this.name, []);
    const [command = '', ...counts] = text.split(' ');
    this.#results.push({ command, rowCount: Number(counts.at(-1) ?? 0), rows: this.#rows });
    this.#rows = [];
  }

  /**
   * The server has skipped whatever stands behind. One that is stopped right after the commit says
   * so instead of being ready; what it has committed stays.
   */
  handleError(error: Error, connection: pg.Connection): void {
    const isCommitted = !this.#current && this.#results.at(-1)?.command === 'COMMIT';
    if (isCommitted) {
      this.#land(this.#results);
      return;
    }
    for (const { name } of this.#statements.slice(this.#results.length)) {
      delete connection.submittedNamedStatements[name];
    }
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.#land(this.#results);
  }

  get #current(): Statement | undefined {
    return this.#statements[this.#results.length];
  }
}

function toText(value: Value): string | null {
  return value === null || value === undefined ? null : String(value);
}
