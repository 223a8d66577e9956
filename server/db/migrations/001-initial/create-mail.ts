import { type Kysely, sql } from 'kysely';
import { key, required } from './column.ts';

export async function createMail(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mail_counts')
    .addColumn('key', 'text', key)
    .addColumn('ends_at', 'bigint', required)
    .addColumn('mails', 'integer', (column) => column.notNull().check(sql`mails >= 0`))
    .execute();
  await db.schema.createIndex('mail_counts_by_end').on('mail_counts').column('ends_at').execute();
  await db.schema
    .createTable('delayed_order_news')
    .addColumn('order_id', 'text', (column) =>
      key(column).references('orders.id').onDelete('cascade'),
    )
    .addColumn('recipient', 'text', required)
    .addColumn('due_at', 'bigint', required)
    .execute();
  await db.schema
    .createIndex('delayed_order_news_by_recipient')
    .on('delayed_order_news')
    .columns(['recipient', 'due_at'])
    .execute();
}
