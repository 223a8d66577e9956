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
}
