import { type Kysely, sql } from 'kysely';

/** What the shop still has to do, written in the transaction of its cause. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('waiting', 'done', 'dead')`),
    )
    .addColumn('attempts', 'integer', (column) => column.notNull().check(sql`attempts >= 0`))
    .addColumn('run_at', 'bigint', (column) => column.notNull())
    .addColumn('lease', 'text')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('done_at', 'bigint')
    .addCheckConstraint(
      'jobs_emptied',
      sql`state <> 'done' or (payload = '' and done_at is not null)`,
    )
    .execute();
  await sql`create index jobs_waiting on jobs (run_at, id) where state = 'waiting'`.execute(db);
  await sql`create index jobs_over on jobs (state, created_at) where state <> 'waiting'`.execute(
    db,
  );
}
