import { type Kysely, sql } from 'kysely';
import { addCrop } from './add-crop.ts';
import { key, required } from './column.ts';

export async function createUploads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uploads')
    .addColumn('id', 'text', key)
    .addColumn('mime_type', 'text', required)
    .addColumn('bytes', 'integer', (column) => column.notNull().check(sql`bytes > 0`))
    .addColumn('stored_bytes', 'integer', (column) =>
      column.notNull().defaultTo(0).check(sql`stored_bytes >= 0`),
    )
    .addColumn('sha256', 'text')
    .addColumn('width', 'integer', required)
    .addColumn('height', 'integer', required)
    .$call(addCrop)
    .addColumn('square_diameter', 'double precision')
    .addColumn('created_at', 'bigint', required)
    .addColumn('source', 'text')
    .addColumn('claimed_at', 'bigint')
    .addColumn('claimed_by', 'text')
    .addColumn('removed_at', 'bigint')
    .execute();
  await sql`create index uploads_waiting on uploads (created_at)
    where claimed_at is null`.execute(db);
  await sql`create index uploads_ordered on uploads (claimed_at)
    where claimed_at is not null and removed_at is null`.execute(db);
  await db.schema
    .createTable('upload_sums')
    .addColumn('source', 'text', required)
    .addColumn('day', 'text', required)
    .addColumn('bytes', 'bigint', (column) => column.notNull().check(sql`bytes >= 0`))
    .addPrimaryKeyConstraint('upload_sums_key', ['source', 'day'])
    .execute();
}
