import { type Kysely, sql } from 'kysely';
import { flag, required } from './column.ts';

export async function createOrderFigures(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('order_tallies')
    .addColumn('city', 'text', required)
    .addColumn('period', 'text', required)
    .addColumn('region', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('is_guest', 'integer', flag('is_guest'))
    .addColumn('slot', 'integer', required)
    .addColumn('orders', 'integer', required)
    .addColumn('revenue', 'bigint', required)
    .addColumn('pins', 'bigint', required)
    .addColumn('paid_orders', 'integer', required)
    .addColumn('paid_revenue', 'bigint', required)
    .addColumn('returning_orders', 'integer', required)
    .addPrimaryKeyConstraint('order_tallies_key', [
      'city',
      'period',
      'region',
      'status',
      'is_guest',
      'slot',
    ])
    .execute();
  await sql`create index order_tallies_days on order_tallies (period)
    where region = '*'`.execute(db);
}
