import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely';

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
const required: Column = (column) => column.notNull();

/** People, their saved address, whose guest orders are whose, and the embedded identity provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createPeople(db);
  await indexHistory(db);
  await createIdentity(db);
}

async function createPeople(db: Kysely<unknown>): Promise<void> {
  const flag = (name: string) => sql`${sql.ref(name)} in (0, 1)`;
  await db.schema
    .createTable('people')
    .addColumn('uid', 'text', (column) => column.notNull().primaryKey())
    .addColumn('email', 'text', required)
    .addColumn('email_verified', 'integer', (column) =>
      column.notNull().check(flag('email_verified')),
    )
    .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('admin', 'user')`))
    .addColumn('is_active', 'integer', (column) => column.notNull().check(flag('is_active')))
    .addColumn('created_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('people_email').on('people').column('email').execute();
  await db.schema
    .createTable('saved_addresses')
    .addColumn('uid', 'text', (column) =>
      column.notNull().primaryKey().references('people.uid').onDelete('cascade'),
    )
    .addColumn('full_name', 'text', required)
    .addColumn('phone', 'text', required)
    .addColumn('email', 'text')
    .addColumn('region', 'text', required)
    .addColumn('city', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('lat', 'double precision')
    .addColumn('lng', 'double precision')
    .addColumn('last_used', 'bigint', required)
    .execute();
}

/** A guest's e-mail in lower case, by which an account finds the orders of before. */
async function indexHistory(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('orders').addColumn('guest_email', 'text').execute();
  await sql`update orders set guest_email = lower(email) where user_uid is null`.execute(db);
  await sql`create index orders_of_account on orders (user_uid, created_at)
    where user_uid is not null`.execute(db);
  await sql`create index orders_of_guest on orders (guest_email, created_at)
    where guest_email is not null`.execute(db);
}

/** better-auth writes real times and booleans where the database has them. */
async function createIdentity(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const time = isPostgres ? 'timestamptz' : 'text';
  const flag = isPostgres ? 'boolean' : 'integer';
  const ownedByUser: Column = (column) =>
    column.notNull().references('identity_users.id').onDelete('cascade');

  await db.schema
    .createTable('identity_users')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('email_verified', flag, required)
    .addColumn('image', 'text')
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .execute();
  await db.schema
    .createTable('identity_sessions')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('user_id', 'text', ownedByUser)
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('expires_at', time, required)
    .addColumn('ip_address', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .execute();
  await db.schema
    .createTable('identity_accounts')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('user_id', 'text', ownedByUser)
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
  await db.schema
    .createTable('identity_verifications')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('identifier', 'text', required)
    .addColumn('value', 'text', required)
    .addColumn('expires_at', time, required)
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .execute();
  await db.schema
    .createTable('identity_keys')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('public_key', 'text', required)
    .addColumn('private_key', 'text', required)
    .addColumn('alg', 'text', required)
    .addColumn('secret_id', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
  await indexIdentity(db);
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
