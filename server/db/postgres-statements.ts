import pg from 'pg';

/** Each connection of PostgreSQL's keeps its own; one takes some tens of kilobytes there. */
const MOST_NAMES = 200;
const FEATURE_NOT_SUPPORTED = '0A000';

/**
 * Names statements, so that each connection parses and plans a text once instead of every time.
 * The first texts that come are named, which are those that come all the time; lists of many
 * lengths do not add up.
 */
export type StatementNames = {
  /** Lets a connection name what it is asked. */
  apply(client: pg.PoolClient): void;
  /** Tells a named statement that a change of the schema has made useless: it will have a new name. */
  isStale(error: unknown): boolean;
};

export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  let generation = 1;

  function nameOf(text: string, values: readonly unknown[]): string | undefined {
    if (values.length === 0 && !text.startsWith('select')) return undefined;
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
    const named = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
      const name = nameOf(text, values);
      if (name === undefined) return query(text, values);
      try {
        return await query({ name, text, values });
      } catch (error) {
        if (!isStale(error)) throw error;
        forget();
        // In a transaction this fails as well, and the transaction is run again.
        return query(text, values).catch(() => {
          throw error;
        });
      }
    };
    const value = (first: unknown, ...rest: unknown[]): unknown => {
      const [values] = rest;
      return typeof first === 'string' && Array.isArray(values) && rest.length === 1
        ? named(first, values)
        : Reflect.apply(query, client, [first, ...rest]);
    };
    Object.defineProperty(client, 'query', { value });
  }

  return { apply, isStale };
}
