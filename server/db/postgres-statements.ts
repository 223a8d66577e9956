import pg from 'pg';

/**
 * Each connection of PostgreSQL's keeps its own; one takes some tens of kilobytes there, that of many
 * rows more. Groups of orders have some 130.
 */
const MOST_NAMES = 300;
/** Of a transaction: without values, and asked all the time. */
const ENDS = new Set(['begin', 'commit']);
const FEATURE_NOT_SUPPORTED = '0A000';

/**
 * Names statements, so that each connection parses and plans a text once instead of every time.
 * The first texts that come are named, which are those that come all the time; what comes
 * later is planned each time, so that lists of many lengths do not add up.
 */
export type StatementNames = {
  /** Returns a statement's name; undefined for one that is not kept. */
  nameOf(text: string, values: readonly unknown[]): string | undefined;
  /** Lets a connection name what it is asked. */
  apply(client: pg.PoolClient): void;
  /** Tells a named statement that a change of the schema has made useless. */
  isStale(error: unknown): boolean;
  /** Gives all statements new names, after such a change. */
  forget(): void;
};

export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  let generation = 1;

  function nameOf(text: string, values: readonly unknown[]): string | undefined {
    if (values.length === 0 && !text.startsWith('select') && !ENDS.has(text)) return undefined;
    // How a pattern is best looked for depends on the pattern.
    if (text.includes(' like ')) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_NAMES) return known;
    const name = `${generation}.${names.size}`;
    names.set(text, name);
    return name;
  }

  function isStale(error: unknown): boolean {
    return error instanceof pg.DatabaseError && error.code === FEATURE_NOT_SUPPORTED;
  }

  /** Another process may have added a column while this one runs: `select *` is another now. */
  function forget(): void {
    names.clear();
    generation += 1;
  }

  function apply(client: pg.PoolClient): void {
    const query = client.query.bind(client);
    const named = (text: string, values: unknown[]): Promise<pg.QueryResult> => {
      const name = nameOf(text, values);
      return name === undefined ? query(text, values) : query({ name, text, values });
    };
    const value = (first: unknown, ...rest: unknown[]): unknown => {
      const [values] = rest;
      return typeof first === 'string' && Array.isArray(values) && rest.length === 1
        ? named(first, values)
        : Reflect.apply(query, client, [first, ...rest]);
    };
    Object.defineProperty(client, 'query', { value });
  }

  return { nameOf, apply, isStale, forget };
}
