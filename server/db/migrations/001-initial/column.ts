import { type ColumnDefinitionBuilder, type CreateTableBuilder, sql } from 'kysely';

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
      .check(sql`${sql.ref(name)} >= 0 and ${sql.ref(name)} = cast(${sql.ref(name)} as bigint)`);

/** Where a parcel goes to: orders and saved addresses have the same columns. */
export function addAddress(table: CreateTableBuilder<string>): CreateTableBuilder<string> {
  return table
    .addColumn('full_name', 'text', required)
    .addColumn('phone', 'text', required)
    .addColumn('email', 'text')
    .addColumn('region', 'text', required)
    .addColumn('city', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('lat', 'double precision')
    .addColumn('lng', 'double precision');
}
