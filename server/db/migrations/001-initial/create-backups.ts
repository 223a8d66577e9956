import { type Kysely, sql } from 'kysely';
import { flag, key, required } from './column.ts';

export async function createBackups(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backups')
    .addColumn('id', 'text', key)
    .addColumn('state', 'text', required)
    .addColumn('under_way', 'integer', (column) => column.unique().check(sql`under_way = 1`))
    .addColumn('progress', 'double precision', (column) =>
      column.notNull().check(sql`progress between 0 and 1`),
    )
    .addColumn('with_pictures', 'integer', flag('with_pictures'))
    .addColumn('bytes', 'bigint')
    .addColumn('failure', 'text')
    .addColumn('requested_by', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('ended_at', 'bigint')
    .execute();
}
