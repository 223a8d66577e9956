import { type RawBuilder, sql } from 'kysely';

/**
 * Matches the rows after one with these values, in a list that is sorted by these columns.
 * @param sign `<` in a descending list, `>` in an ascending one
 */
export function isPast(
  columns: readonly string[],
  sign: '<' | '>',
  values: readonly (string | number | null)[],
): RawBuilder<boolean> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  return sql<boolean>`(${names}) ${sql.raw(sign)} (${sql.join(values)})`;
}
