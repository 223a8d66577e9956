import { type ColumnDefinitionBuilder, type CreateTableBuilder, sql } from 'kysely';

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

export const required: Column = (column) => column.notNull();
export const key: Column = (column) => column.notNull().primaryKey();

/** 0 or 1: SQLite has no booleans. */
export const flag =
  (name: string): Column =>
  (column) =>
    column.notNull().check(sql`${sql.ref(name)} in (0, 1)`);

/** A whole number, at least 0; the cast rejects fractions, which SQLite would store. */
export const wholeAmount =
  (name: string): Column =>
  (column) =>
    column
      .notNull()
      .check(sql`${sql.ref(name)} >= 0 and ${sql.ref(name)} = cast(${sql.ref(name)} as bigint)`);

/** Adds the columns of a delivery address: orders and saved addresses have the same. */
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

/** Adds the columns of a crop to a table; all of them are null when there is none. */
export function addCrop<Table extends string, Column extends string>(
  table: CreateTableBuilder<Table, Column>,
) {
  return (
    table
      .addColumn('crop_x', 'double precision')
      .addColumn('crop_y', 'double precision')
      .addColumn('crop_diameter', 'double precision')
      .addColumn('crop_rotation', 'double precision')
      .addColumn('crop_background', 'text')
      // `is true`: a check whose result is null would pass.
      .addCheckConstraint(
        'crop_limits',
        sql`(crop_x is null and crop_y is null and crop_diameter is null
            and crop_rotation is null and crop_background is null)
          or (crop_x between 0 and 1 and crop_y between 0 and 1
            and crop_diameter between 0.05 and 12 and crop_rotation between -180 and 180
            and (crop_background is null or length(crop_background) = 7)) is true`,
      )
  );
}
