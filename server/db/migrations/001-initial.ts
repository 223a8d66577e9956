import { readFile } from 'node:fs/promises';
import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Creates the initial tables; the parts that differ between the databases come last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['operation', 'orders', 'people']) {
    const file = new URL(`./001-initial/${name}.sql`, import.meta.url);
    const statements = (await readFile(file, 'utf8')).trim().split(/;\n/);
    for (const statement of statements) await sql.raw(statement).execute(db);
  }
  await createByDialect(db);
}

/** Creates what differs between the databases: the search's index, and the check of an order's sums. */
export async function createByDialect(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await createPostgresSearch(db);
    await checkPostgresSums(db);
  } else {
    await createSqliteSearch(db);
    await checkSqliteSums(db);
    await indexWaiting(db);
  }
}

/** If the extension is not installed, a search reads the narrow table instead. */
async function createPostgresSearch(db: Kysely<unknown>): Promise<void> {
  await sql`create table order_search (
    order_id text primary key references orders (id) on delete cascade,
    created_at bigint not null,
    text text not null
  )`.execute(db);
  await sql`create index order_search_newest on order_search (created_at, order_id)`.execute(db);
  const { rows } = await sql`select 1 from pg_available_extensions
    where name = 'pg_trgm'`.execute(db);
  if (rows.length === 0) return;
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`create index order_search_trigrams on order_search
    using gin (text gin_trgm_ops)`.execute(db);
}

/** Rejects an order whose pins do not match its items: their number and their price, nor its charges. */
async function checkPostgresSums(db: Kysely<unknown>): Promise<void> {
  await sql`create function check_order_sums() returns trigger language plpgsql as $$
    begin
      if (
        select coalesce(sum(quantity), 0) = new.pins
          and coalesce(sum(quantity * unit_price), 0) = new.images_total
        from order_items where order_id = new.id
      ) is not true or (
        select coalesce(sum(amount), 0) from order_charges where order_id = new.id
      ) <> new.charges_total then
        raise check_violation using
          constraint = 'orders_sums',
          message = 'check constraint "orders_sums": an order is not the sum of its parts';
      end if;
      return null;
    end
  $$`.execute(db);
  await sql`create trigger orders_sums
    after insert or update of pins, images_total, charges_total on orders
    for each row execute function check_order_sums()`.execute(db);
}

/**
 * Numbers the rows of the index by the time of their orders, at most 4096 in a millisecond: so the
 * newest are found first, however many there are. `key`, unlike a hidden row id, is not changed by VACUUM.
 */
async function createSqliteSearch(db: Kysely<unknown>): Promise<void> {
  await sql`create table order_search (
    order_id text not null primary key references orders (id) on delete cascade,
    created_at bigint not null,
    text text not null,
    key integer unique
  )`.execute(db);
  await sql`create virtual table order_search_index using fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  )`.execute(db);
  await sql`create trigger order_search_added after insert on order_search
    begin
      update order_search set key = (
        select coalesce(max(key) + 1, new.created_at * 4096) from order_search
        where key >= new.created_at * 4096 and key < (new.created_at + 1) * 4096
      ) where order_id = new.order_id;
      insert into order_search_index (rowid, text)
        select key, text from order_search where order_id = new.order_id;
    end`.execute(db);
  await sql`create trigger order_search_removed after delete on order_search
    begin delete from order_search_index where rowid = old.key; end`.execute(db);
  await sql`create trigger order_search_changed after update of text on order_search
    begin update order_search_index set text = new.text where rowid = new.key; end`.execute(db);
}

/**
 * Creates an index of the workshop's board by what orders wait for: PostgreSQL computes its sums by
 * hashing, SQLite would have to sort all orders first.
 */
async function indexWaiting(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_waiting on orders
    (waits_for, case when leave_by < coalesce(due_on, '9999-12-31') then leave_by
      else coalesce(due_on, '9999-12-31') end, created_at, id, pins)
    where waits_for is not null`.execute(db);
}

/** Rejects an order whose pins do not match its items: their number and their price, nor its charges. */
async function checkSqliteSums(db: Kysely<unknown>): Promise<void> {
  const refuse = sql`when (
      select coalesce(sum(quantity), 0) = new.pins
        and coalesce(sum(quantity * unit_price), 0) = new.images_total
      from order_items where order_id = new.id
    ) is not true or (
      select coalesce(sum(amount), 0) from order_charges where order_id = new.id
    ) <> new.charges_total
    begin
      select raise(abort, 'CHECK constraint failed: orders_sums');
    end`;
  await sql`create trigger orders_sums_added after insert on orders ${refuse}`.execute(db);
  await sql`create trigger orders_sums_changed
    after update of pins, images_total, charges_total on orders ${refuse}`.execute(db);
}
