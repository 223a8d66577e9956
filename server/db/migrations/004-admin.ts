import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { dayOf } from '#domain/dates.ts';
import { orderSearchText } from '#domain/folding.ts';

/** What the shop's owners need: bin, payment, shipping, search, sums, audit trail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await extendOrders(db);
  await createTallies(db);
  await createAudit(db);
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await (isPostgres ? createPostgresSearch(db) : createSqliteSearch(db));
  await fillIn(db);
}

async function extendOrders(db: Kysely<unknown>): Promise<void> {
  const columns = [
    ['deleted_at', 'bigint'],
    ['paid_on', 'text'],
    ['courier', 'text'],
    ['tracking_number', 'text'],
  ] as const;
  for (const [name, type] of columns) {
    await db.schema.alterTable('orders').addColumn(name, type).execute();
  }
  await db.schema
    .alterTable('orders')
    .addColumn('paid_how', 'text', (column) =>
      column.check(sql`(paid_on is null) = (paid_how is null)`),
    )
    .execute();
  await sql`create index orders_newest on orders (created_at, id, user_uid)
    where deleted_at is null`.execute(db);
  await sql`create index orders_by_status on orders (status, created_at, id, user_uid)
    where deleted_at is null`.execute(db);
  await sql`create index orders_in_bin on orders (deleted_at, id)
    where deleted_at is not null`.execute(db);
  await db.schema
    .createIndex('people_newest')
    .on('people')
    .columns(['created_at', 'uid'])
    .execute();
  await sql`create index orders_with_code on orders (discount_code)
    where discount_code is not null`.execute(db);
}

async function createTallies(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('order_tallies')
    .addColumn('city', 'text', (column) => column.notNull())
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('is_guest', 'integer', (column) => column.notNull().check(sql`is_guest in (0, 1)`))
    .addColumn('slot', 'integer', (column) => column.notNull())
    .addColumn('orders', 'integer', (column) => column.notNull())
    .addColumn('revenue', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('order_tallies_key', ['city', 'period', 'status', 'is_guest', 'slot'])
    .execute();
}

async function createAudit(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_log')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('actor_uid', 'text')
    .addColumn('entity', 'text', (column) => column.notNull())
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('changes', 'text', (column) => column.notNull())
    .addColumn('version', 'integer')
    .addColumn('reason', 'text')
    .execute();
  await db.schema
    .createIndex('audit_log_entity')
    .on('audit_log')
    .columns(['entity', 'entity_id'])
    .execute();
  await db.schema.createIndex('audit_log_feed').on('audit_log').columns(['entity', 'id']).execute();
}

/** The index refers to its rows by `key`, which unlike a hidden row number outlives a VACUUM. */
async function createSqliteSearch(db: Kysely<unknown>): Promise<void> {
  await sql`create table order_search (
    key integer primary key,
    order_id text not null unique references orders (id) on delete cascade,
    text text not null
  )`.execute(db);
  await sql`create virtual table order_search_index using fts5 (
    text, content = 'order_search', content_rowid = 'key', tokenize = 'trigram case_sensitive 1'
  )`.execute(db);
  const add = sql`insert into order_search_index (rowid, text) values (new.key, new.text);`;
  const remove = sql`insert into order_search_index (order_search_index, rowid, text)
    values ('delete', old.key, old.text);`;
  await sql`create trigger order_search_added after insert on order_search
    begin ${add} end`.execute(db);
  await sql`create trigger order_search_removed after delete on order_search
    begin ${remove} end`.execute(db);
  await sql`create trigger order_search_changed after update of text on order_search
    begin ${remove} ${add} end`.execute(db);
}

/** Where the extension is not installed, a search reads the narrow table instead. */
async function createPostgresSearch(db: Kysely<unknown>): Promise<void> {
  await sql`create table order_search (
    order_id text primary key references orders (id) on delete cascade,
    text text not null
  )`.execute(db);
  const { rows } = await sql`select 1 from pg_available_extensions
    where name = 'pg_trgm'`.execute(db);
  if (rows.length === 0) return;
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`create index order_search_trigrams on order_search
    using gin (text gin_trgm_ops)`.execute(db);
}

type Row = {
  id: string;
  created_at: number;
  status: string;
  user_uid: string | null;
  user_email: string | null;
  email: string | null;
  full_name: string;
  phone: string;
  city: string;
  total_amount: number;
};

const BATCH = 500;

/** Search texts and sums of the orders that are there. */
async function fillIn(db: Kysely<unknown>): Promise<void> {
  const tallies = new Map<string, { orders: number; revenue: number }>();
  let rows: Row[] = [];
  do {
    const after: string = rows.at(-1)?.id ?? '';
    ({ rows } = await sql<Row>`select id, created_at, status, user_uid, user_email, email,
      full_name, phone, city, total_amount from orders where id > ${after}
      order by id limit ${BATCH}`.execute(db));
    for (const row of rows) {
      const text = orderSearchText({
        id: row.id,
        fullName: row.full_name,
        phone: row.phone,
        emails: [row.user_email, row.email],
      });
      await sql`insert into order_search (order_id, text) values (${row.id}, ${text})`.execute(db);
      count(tallies, row);
    }
  } while (rows.length === BATCH);
  for (const [key, { orders, revenue }] of tallies) {
    const [city, period, status, guest] = JSON.parse(key);
    await sql`insert into order_tallies (city, period, status, is_guest, slot, orders, revenue)
      values (${city}, ${period}, ${status}, ${guest}, 0, ${orders}, ${revenue})`.execute(db);
  }
}

function count(tallies: Map<string, { orders: number; revenue: number }>, row: Row): void {
  const day = dayOf(row.created_at);
  const guest = row.user_uid === null ? 1 : 0;
  for (const [city, period, isGuest] of [
    ['', '', guest],
    ['', day, guest],
    [row.city, day.slice(0, 7), 0],
  ]) {
    const key = JSON.stringify([city, period, row.status, isGuest]);
    const sum = tallies.get(key) ?? { orders: 0, revenue: 0 };
    tallies.set(key, { orders: sum.orders + 1, revenue: sum.revenue + row.total_amount });
  }
}
