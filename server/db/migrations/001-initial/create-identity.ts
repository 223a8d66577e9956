import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import { key, required } from './column.ts';

/** What a database has for the identity provider's times and booleans. */
export type IdentityTypes = { time: 'timestamptz' | 'text'; flag: 'boolean' | 'integer' };

/** The embedded identity provider's tables. */
export async function createIdentity(db: Kysely<unknown>, types: IdentityTypes): Promise<void> {
  await createUsers(db, types);
  await createAccounts(db, types);
  await createVerifications(db, types);
  await createSigningKeys(db);
  await indexIdentity(db);
}

function ofUser(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().references('identity_users.id').onDelete('cascade');
}

async function createUsers(db: Kysely<unknown>, { time, flag }: IdentityTypes): Promise<void> {
  await db.schema
    .createTable('identity_users')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('email_verified', flag, required)
    .addColumn('image', 'text')
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .execute();
  await db.schema
    .createTable('identity_sessions')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', ofUser)
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('expires_at', time, required)
    .addColumn('ip_address', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .execute();
}

async function createAccounts(db: Kysely<unknown>, { time }: IdentityTypes): Promise<void> {
  await db.schema
    .createTable('identity_accounts')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', ofUser)
    .addColumn('provider_id', 'text', required)
    .addColumn('account_id', 'text', required)
    .addColumn('password', 'text')
    .addColumn('access_token', 'text')
    .addColumn('refresh_token', 'text')
    .addColumn('id_token', 'text')
    .addColumn('access_token_expires_at', time)
    .addColumn('refresh_token_expires_at', time)
    .addColumn('scope', 'text')
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .addUniqueConstraint('identity_accounts_key', ['provider_id', 'account_id'])
    .execute();
}

async function createVerifications(db: Kysely<unknown>, { time }: IdentityTypes): Promise<void> {
  await db.schema
    .createTable('identity_verifications')
    .addColumn('id', 'text', key)
    .addColumn('identifier', 'text', required)
    .addColumn('value', 'text', required)
    .addColumn('expires_at', time, required)
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
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
    ['identity_verifications', 'identifier'],
    ['identity_verifications', 'value'],
    ['identity_verifications', 'expires_at'],
  ] as const;
  for (const [table, column] of indexes) {
    await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute();
  }
}
