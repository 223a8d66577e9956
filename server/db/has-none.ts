import { type RawBuilder, sql } from 'kysely';
import type { Schema } from './types.ts';

/**
 * Matches rows to which no row of another table refers.
 * @param column of the other table
 * @param id what it refers to, with its table, such as `orders.id`
 */
export function hasNone<Table extends keyof Schema & string>(
  table: Table,
  column: keyof Schema[Table] & string,
  id: string,
): RawBuilder<boolean> {
  const reference = sql.ref(`other.${column}`);
  return sql<boolean>`not exists (
    select 1 from ${sql.table(table)} as other where ${reference} = ${sql.ref(id)})`;
}
