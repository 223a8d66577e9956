import { type Kysely, sql } from 'kysely';

/**
 * Indexes the few orders that left and still owe money. Its first column has one value: without
 * statistics SQLite searches in such an index rather than scanning another one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_left_unpaid on orders (waits_for, created_at, id)
    where waits_for is null and deleted_at is null and status <> 'cancelled'
      and total_amount > paid_amount - refunded_amount`.execute(db);
}
