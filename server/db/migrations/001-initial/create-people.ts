import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { addAddress, flag, key, required } from './columns.ts';

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
    .addColumn('email_verified', 'integer', flag('email_verified'))
    .addColumn('is_proved', 'integer', flag('is_proved'))
    .addColumn('providers', 'text', required)
    .addColumn('token_issued_at', 'bigint', required)
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

/** The embedded identity provider's tables. */
export async function createIdentity(db: Kysely<unknown>): Promise<void> {
  await createUsers(db);
  await createAccounts(db);
  await createResetLinks(db);
  await createSigningKeys(db);
  await indexIdentity(db);
}

function ofUser(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().references('identity_users.id').onDelete('cascade');
}

async function createUsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('identity_users')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('email_verified', 'integer', flag('email_verified'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute();
  await db.schema
    .createTable('identity_sessions')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', ofUser)
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('user_agent', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
}

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('identity_accounts')
    .addColumn('provider_id', 'text', required)
    .addColumn('account_id', 'text', required)
    .addColumn('user_id', 'text', ofUser)
    .addColumn('password', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addPrimaryKeyConstraint('identity_accounts_key', ['provider_id', 'account_id'])
    .execute();
}

async function createResetLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('identity_reset_links')
    .addColumn('token_hash', 'text', key)
    .addColumn('user_id', 'text', ofUser)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
}

async function createSigningKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('identity_keys')
    .addColumn('id', 'text', key)
    .addColumn('public_key', 'text', required)
    .addColumn('private_key', 'text', required)
    .addColumn('alg', 'text', required)
    .addColumn('secret_id', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
}

async function indexIdentity(db: Kysely<unknown>): Promise<void> {
  const indexes = [
    ['identity_sessions', 'user_id'],
    ['identity_sessions', 'expires_at'],
    ['identity_accounts', 'user_id'],
    ['identity_reset_links', 'user_id'],
    ['identity_reset_links', 'expires_at'],
  ] as const;
  for (const [table, column] of indexes) {
    await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute();
  }
}
