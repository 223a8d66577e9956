import { type Kysely, sql } from 'kysely';
import { key, required } from './column.ts';

export async function createProofs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('proofs')
    .addColumn('id', 'text', key)
    .addColumn('order_id', 'text', (column) =>
      column.notNull().references('orders.id').onDelete('cascade'),
    )
    .addColumn('state', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('sent_at', 'bigint')
    .addColumn('reminded_at', 'bigint')
    .addColumn('answered_at', 'bigint')
    .addColumn('pins', 'text', required)
    .addColumn('hash', 'text', required)
    .execute();
  await sql`create index proofs_of_order on proofs (order_id, id)`.execute(db);
  // An order has one proof that counts.
  await sql`create unique index proofs_latest on proofs (order_id)
    where state <> 'replaced'`.execute(db);
  await sql`create index proofs_to_remind on proofs (sent_at)
    where state = 'open' and reminded_at is null`.execute(db);
}
