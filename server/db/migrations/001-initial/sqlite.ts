import { type Kysely, sql } from 'kysely';
import type { IdentityTypes } from './create-identity.ts';

export const identityTypes: IdentityTypes = { time: 'text', flag: 'integer' };

/**
 * The index refers to its rows by `key`, which unlike a hidden row number outlives a VACUUM. Thousands
 * of the newest texts are looked through in a row: they lie in the index on time itself.
 */
export async function createSearch(db: Kysely<unknown>): Promise<void> {
  await sql`create table order_search (
    key integer primary key,
    order_id text not null unique references orders (id) on delete cascade,
    created_at bigint not null,
    text text not null
  )`.execute(db);
  await sql`create index order_search_newest on order_search (created_at, order_id, text)`.execute(
    db,
  );
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

/**
 * The board of the workshop by what orders wait for: PostgreSQL adds its sums up by hashing, SQLite
 * would have to sort all of them first.
 */
export async function indexWaiting(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_waiting on orders
    (waits_for, coalesce(due_on, '9999-12-31'), created_at, id, images_count)
    where waits_for is not null`.execute(db);
}

/** Refuses an order whose pins are not what its items are: their number, their pictures, their price. */
export async function checkOrderSums(db: Kysely<unknown>): Promise<void> {
  const refuse = sql`when (
      select count(*) = new.unique_images and sum(quantity) = new.images_count
        and sum(quantity * unit_price) = new.images_total
      from order_items where order_id = new.id
    ) is not true
    begin
      select raise(abort, 'CHECK constraint failed: orders_sums');
    end`;
  await sql`create trigger orders_sums_added after insert on orders ${refuse}`.execute(db);
  await sql`create trigger orders_sums_changed
    after update of unique_images, images_count, images_total on orders ${refuse}`.execute(db);
}
