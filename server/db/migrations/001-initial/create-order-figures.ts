import type { Kysely } from 'kysely';
import { key, required } from './column.ts';

export async function createOrderFigures(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('order_statistics')
    .addColumn('day', 'text', required)
    .addColumn('region', 'text', required)
    .addColumn('city', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('orders', 'integer', required)
    .addColumn('guest_orders', 'integer', required)
    .addColumn('returning_orders', 'integer', required)
    .addColumn('paid_orders', 'integer', required)
    .addColumn('pins', 'bigint', required)
    .addColumn('revenue', 'bigint', required)
    .addColumn('paid_revenue', 'bigint', required)
    // The rows of regions, which have no city, lie together.
    .addPrimaryKeyConstraint('order_statistics_key', ['city', 'day', 'region', 'status'])
    .execute();
  await db.schema
    .createIndex('order_statistics_day')
    .on('order_statistics')
    .column('day')
    .execute();
  await db.schema.createTable('stale_statistics').addColumn('day', 'text', key).execute();
}
