import { type Kysely, sql } from 'kysely';

/** What pictures take on the disk, its sums per sender and day, and when an order's pictures went. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('uploads')
    .addColumn('stored_bytes', 'integer', (column) =>
      column.notNull().defaultTo(0).check(sql`stored_bytes >= 0`),
    )
    .execute();
  await sql`update uploads set stored_bytes = bytes`.execute(db);
  await db.schema.alterTable('uploads').addColumn('removed_at', 'bigint').execute();
  await sql`drop index uploads_waiting`.execute(db);
  await sql`create index uploads_waiting on uploads (created_at)
    where claimed_at is null`.execute(db);
  await sql`create index uploads_ordered on uploads (claimed_at)
    where claimed_at is not null and removed_at is null`.execute(db);
  await db.schema
    .createTable('upload_sums')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull().check(sql`bytes >= 0`))
    .addPrimaryKeyConstraint('upload_sums_key', ['source', 'day'])
    .execute();
}
