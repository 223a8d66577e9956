import { type CreateTableBuilder, sql } from 'kysely';

/** Adds the columns of a crop to a table; they are null, all of them, where there is none. */
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
      // `is true`: a check that comes out as null would pass.
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
