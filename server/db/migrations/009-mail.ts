import { type Kysely, sql } from 'kysely';

/** A queue of their own for mails about accounts, and what limits the mails that strangers cause. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addQueues(db);
  await db.schema
    .alterTable('orders')
    .addColumn('buyer_verified', 'integer', (column) =>
      column.notNull().defaultTo(0).check(sql`buyer_verified in (0, 1)`),
    )
    .execute();
  await createMailCounts(db);
  await createDelayedNews(db);
}

async function addQueues(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('queue', 'text', (column) =>
      column.notNull().defaultTo('general').check(sql`queue in ('account', 'general')`),
    )
    .execute();
  await sql`update jobs set queue = 'account'
    where kind in ('mail.verify_email', 'mail.reset_password')`.execute(db);
  await db.schema.dropIndex('jobs_waiting').execute();
  await sql`create index jobs_waiting on jobs (queue, run_at, id)
    where state = 'waiting'`.execute(db);
}

async function createMailCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mail_counts')
    .addColumn('key', 'text', (column) => column.notNull().primaryKey())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addColumn('mails', 'integer', (column) => column.notNull().check(sql`mails >= 0`))
    .execute();
  await db.schema.createIndex('mail_counts_by_end').on('mail_counts').column('ends_at').execute();
}

async function createDelayedNews(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('delayed_order_news')
    .addColumn('order_id', 'text', (column) =>
      column.notNull().primaryKey().references('orders.id').onDelete('cascade'),
    )
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('delayed_order_news_by_recipient')
    .on('delayed_order_news')
    .columns(['recipient', 'due_at'])
    .execute();
}
