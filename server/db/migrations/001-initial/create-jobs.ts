import { type Kysely, sql } from 'kysely';
import { key, required } from './column.ts';

export async function createJobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', key)
    .addColumn('kind', 'text', required)
    .addColumn('queue', 'text', (column) => column.notNull().defaultTo('general'))
    .addColumn('payload', 'text', required)
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('waiting', 'done', 'dead')`),
    )
    .addColumn('attempts', 'integer', (column) => column.notNull().check(sql`attempts >= 0`))
    .addColumn('run_at', 'bigint', required)
    .addColumn('lease', 'text')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('done_at', 'bigint')
    .addCheckConstraint(
      'jobs_emptied',
      sql`state <> 'done' or (payload = '' and done_at is not null)`,
    )
    .execute();
  await sql`create index jobs_waiting on jobs (queue, run_at, id)
    where state = 'waiting'`.execute(db);
  await sql`create index jobs_over on jobs (state, created_at) where state <> 'waiting'`.execute(
    db,
  );
}
