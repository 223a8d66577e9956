import { type Kysely, sql } from 'kysely';
import { addAddress, flag, key, required } from './column.ts';

export async function createPeople(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('people')
    .addColumn('uid', 'text', key)
    .addColumn('email', 'text', required)
    .addColumn('mailbox_key', 'text', required)
    .addColumn('email_verified', 'integer', flag('email_verified'))
    .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('admin', 'user')`))
    .addColumn('is_active', 'integer', flag('is_active'))
    .addColumn('created_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('people_email').on('people').column('email').execute();
  await db.schema.createIndex('people_mailbox').on('people').column('mailbox_key').execute();
  await db.schema
    .createIndex('people_newest')
    .on('people')
    .columns(['created_at', 'uid'])
    .execute();
  await db.schema
    .createTable('saved_addresses')
    .addColumn('uid', 'text', (column) => key(column).references('people.uid').onDelete('cascade'))
    .$call(addAddress)
    .addColumn('last_used', 'bigint', required)
    .execute();
}
