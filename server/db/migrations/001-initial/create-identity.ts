import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import { flag, key, required } from './column.ts';

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
