import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
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

export async function createSecondFactors(db: Kysely<unknown>): Promise<void> {
  const ofFactor = (column: ColumnDefinitionBuilder) =>
    column.notNull().references('second_factors.uid').onDelete('cascade');
  await db.schema
    .createTable('second_factors')
    .addColumn('uid', 'text', (column) =>
      column.notNull().primaryKey().references('people.uid').onDelete('cascade'),
    )
    .addColumn('sealed_secret', 'text', required)
    .addColumn('last_step', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await db.schema
    .createTable('second_factor_codes')
    .addColumn('uid', 'text', ofFactor)
    .addColumn('code_hash', 'text', required)
    .addPrimaryKeyConstraint('second_factor_codes_key', ['uid', 'code_hash'])
    .execute();
  await db.schema
    .createTable('second_factor_passes')
    .addColumn('uid', 'text', ofFactor)
    .addColumn('session', 'text', required)
    .addColumn('browser_hash', 'text', required)
    .addColumn('passed_at', 'bigint', required)
    .addPrimaryKeyConstraint('second_factor_passes_key', ['uid', 'session', 'browser_hash'])
    .execute();
}

export async function createFirebase(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('firebase_accounts')
    .addColumn('uid', 'text', key)
    .addColumn('email', 'text', required)
    .addColumn('told_verified', 'integer', flag('told_verified'))
    .addColumn('is_proved', 'integer', flag('is_proved'))
    .addColumn('providers', 'text', required)
    .addColumn('told_at', 'bigint', required)
    .addColumn('ended_at', 'bigint', required)
    .addColumn('removed_at', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .execute();
  await db.schema
    .createIndex('firebase_accounts_email')
    .on('firebase_accounts')
    .column('email')
    .execute();
  await db.schema
    .createTable('firebase_sessions')
    .addColumn('uid', 'text', (column) =>
      column.notNull().references('firebase_accounts.uid').onDelete('cascade'),
    )
    .addColumn('began_at', 'bigint', required)
    .addColumn('device', 'text')
    .addColumn('ended_at', 'bigint')
    .addPrimaryKeyConstraint('firebase_sessions_key', ['uid', 'began_at'])
    .execute();
}
