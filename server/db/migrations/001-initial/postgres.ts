import { type Kysely, sql } from 'kysely';

/** If the extension is not installed, a search reads the narrow table instead. */
export async function createSearch(db: Kysely<unknown>): Promise<void> {
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

/** Rejects an order whose pins do not match its items: their number, their pictures, their price. */
export async function checkOrderSums(db: Kysely<unknown>): Promise<void> {
  await sql`create function check_order_sums() returns trigger language plpgsql as $$
    begin
      if (
        select count(*) = new.unique_images and sum(quantity) = new.images_count
          and sum(quantity * unit_price) = new.images_total
        from order_items where order_id = new.id
      ) is not true then
        raise check_violation using
          constraint = 'orders_sums',
          message = 'check constraint "orders_sums": an order is not the sum of its items';
      end if;
      return null;
    end
  $$`.execute(db);
  await sql`create trigger orders_sums
    after insert or update of unique_images, images_count, images_total on orders
    for each row execute function check_order_sums()`.execute(db);
}
