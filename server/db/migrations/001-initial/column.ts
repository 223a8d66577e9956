import { type ColumnDefinitionBuilder, sql } from 'kysely';

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

export const required: Column = (column) => column.notNull();
export const key: Column = (column) => column.notNull().primaryKey();

/** 0 or 1: SQLite has no booleans. */
export const flag =
  (name: string): Column =>
  (column) =>
    column.notNull().check(sql`${sql.ref(name)} in (0, 1)`);

/** A whole number from 0 on; the cast keeps fractions out of SQLite, which would store them. */
export const wholeAmount =
  (name: string): Column =>
  (column) =>
    column
      .notNull()
      .check(sql`${sql.ref(name)} >= 0 and ${sql.ref(name)} = cast(${sql.ref(name)} as integer)`);
