import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Schema } from '#server/db/types.ts';

type Table = keyof Schema;
/** Values of columns; of a list, any of its values. */
type Where<T extends Table> = {
  [Column in keyof Selectable<Schema[T]>]?:
    | Selectable<Schema[T]>[Column]
    | readonly Selectable<Schema[T]>[Column][];
};
type Of = Pick<Context, 'db'>;

/** Returns the rows with these values, by default all, for tests of what no answer shows. */
export async function findRows<T extends Table>(
  { db }: Of,
  table: T,
  where: Where<T> = {},
): Promise<Selectable<Schema[T]>[]> {
  const found = sql<Selectable<Schema[T]>>`
    select * from ${sql.table(table)} where ${matching(where)}`;
  return (await found.execute(db.queries)).rows;
}

/** Returns the first row with these values. @throws Error if there is none */
export async function findRow<T extends Table>(
  ...[of, table, where]: Parameters<typeof findRows<T>>
) {
  const [row] = await findRows(of, table, where);
  if (!row) throw new Error(`no such row of ${table}`);
  return row;
}

/** Changes the rows with these values to a state that no call leads to. */
export async function setRows<T extends Table>(
  { db }: Of,
  table: T,
  where: Where<T>,
  values: Updateable<Schema[T]>,
): Promise<void> {
  const changes = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${matching(where)}`.execute(
    db.queries,
  );
}

function matching(where: object): RawBuilder<unknown> {
  const tests = Object.entries(where).map(([name, value]) => {
    if (value === null) return sql`${sql.ref(name)} is null`;
    const values = [value].flat();
    return sql`${sql.ref(name)} in (${sql.join(values)})`;
  });
  return tests.length > 0 ? sql.join(tests, sql` and `) : sql`true`;
}
