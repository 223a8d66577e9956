import { type Kysely, sql } from 'kysely';
import { key, required } from './column.ts';

export async function createSheets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sheets')
    .addColumn('id', 'text', key)
    .addColumn('state', 'text', required)
    .addColumn('progress', 'double precision', (column) =>
      column.notNull().check(sql`progress between 0 and 1`),
    )
    .addColumn('pages', 'integer', required)
    .addColumn('pins', 'integer', required)
    .addColumn('missing', 'text', required)
    .addColumn('failure', 'text')
    .addColumn('printed_before', 'text', required)
    .addColumn('paper', 'text', required)
    .addColumn('margin_mm', 'double precision', required)
    .addColumn('gap_mm', 'double precision', required)
    .addColumn('separation', 'text', required)
    .addColumn('printer', 'text')
    .addColumn('scale_x', 'double precision', required)
    .addColumn('scale_y', 'double precision', required)
    .addColumn('request_hash', 'text', (column) => column.unique())
    .addColumn('requested_by', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('sheets_by_age').on('sheets').column('created_at').execute();
  await db.schema
    .createTable('sheet_orders')
    .addColumn('sheet_id', 'text', (column) =>
      column.notNull().references('sheets.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', required)
    .addColumn('order_id', 'text', required)
    .addPrimaryKeyConstraint('sheet_orders_key', ['sheet_id', 'position'])
    .execute();
  await db.schema
    .createTable('printers')
    .addColumn('name', 'text', key)
    .addColumn('scale_x', 'double precision', (column) =>
      column.notNull().check(sql`scale_x between 0.9 and 1.1`),
    )
    .addColumn('scale_y', 'double precision', (column) =>
      column.notNull().check(sql`scale_y between 0.9 and 1.1`),
    )
    .execute();
}
