import type { Kysely } from 'kysely';
import { key } from './column.ts';

/** As rate-limiter-flexible's PostgreSQL store wants it. */
export async function createRateLimits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'varchar(255)', key)
    .addColumn('points', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('expire', 'bigint')
    .execute();
}
