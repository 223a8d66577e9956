import { sql } from 'kysely';
import type { BuyerOrder } from '#contract/orders/orders.ts';
import type { AdminOrder, BinnedOrder, OrderFilter } from '#contract/orders/orders-admin.ts';
import { addDays, startOfDay } from '#domain/base/dates.ts';
import { searchTerms } from '#domain/base/folding.ts';
import type { Owner } from '#domain/people/buyer.ts';
import { BIN_MS } from '#domain/privacy/retention.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/database.ts';
import { isPast } from '#server/db/is-past.ts';
import type { Queries } from '#server/db/types.ts';
import { isNoQuote, ordersOf } from '#server/features/orders/order.ts';
import type { OrderRow } from '#server/features/orders/order-rows.ts';
import {
  presentAdminOrder,
  presentBuyerOrder,
  readShown,
} from '#server/features/orders/present-order.ts';
import { type Cursor, readCursor } from '#server/http/paging.ts';
import { takeTurn } from '#server/lib/take-turn.ts';
import {
  lacksDocument,
  type OrderKey,
  type OrderPage,
  readOrderCursor,
  readPage,
  selectOrders,
} from './select-orders.ts';

type Page = {
  limit: number;
  cursor?: string | undefined;
  /** Maximum number of pictures in all orders of the page; its first order may have more. */
  maxPictures?: number;
};

/** Returns a page of the filtered orders, newest first. */
export async function pageOrders(
  db: Database,
  filter: OrderFilter,
  { limit, cursor, maxPictures }: Page,
): Promise<OrderPage> {
  const after = readOrderCursor(cursor);
  const terms = searchTerms(filter.q ?? '');
  const rows =
    terms.length > 0
      ? await searchOrders(db, filter, { terms, limit: limit + 1, after })
      : await selectOrders(db.queries, filter, after)
          .selectAll()
          .limit(limit + 1)
          .execute();
  return readPage(db.queries, rows, { limit, maxPictures });
}

type Search = { terms: readonly string[]; limit: number; after: OrderKey | null };

async function searchOrders(
  db: Database,
  { status, type, from, to, document }: OrderFilter,
  search: Search,
): Promise<OrderRow[]> {
  const conditions = [
    sql`orders.deleted_at is null`,
    ...(status ? [sql`orders.status = ${status}`] : []),
    ...(type ? [sql`orders.is_guest = ${type === 'guest' ? 1 : 0}`] : []),
    ...(document ? [lacksDocument] : []),
  ];
  const found = await db.findOrders(db.queries, {
    ...search,
    from: from ? startOfDay(from) : null,
    until: to ? startOfDay(addDays(to, 1)) : null,
    filter: sql.join(conditions, sql` and `),
  });
  await takeTurn();
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const rows = await db.queries.selectFrom('orders').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  // Keeps the sequence of `ids`: the next page continues after the last one.
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function listOrders(
  context: Pick<Context, 'db' | 'config' | 'clock'>,
  filter: OrderFilter,
  page: Page,
): Promise<{ orders: AdminOrder[]; nextCursor: string | null }> {
  const { orders, nextCursor } = await pageOrders(context.db, filter, page);
  return { orders: orders.map((each) => presentAdminOrder(each, context)), nextCursor };
}

/** Returns a page of the bin, last deleted first. */
export async function listBin(
  context: Context,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ orders: BinnedOrder[]; nextCursor: string | null }> {
  const { db, clock } = context;
  const after = readCursor(cursor, ['number', 'string']);
  const rows = await db.queries
    .selectFrom('orders')
    .selectAll()
    .where('deleted_at', '>', clock() - BIN_MS)
    .$if(after !== null, (query) => query.where(isPast(['deleted_at', 'id'], '<', after ?? [])))
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = await readPage(db.queries, rows, { limit }, (row) => [row.deleted_at ?? 0, row.id]);
  const orders = page.orders.map((each) => {
    const deletedAt = each.deletedAt ?? 0;
    return {
      ...presentAdminOrder(each, context),
      deletedAt: new Date(deletedAt).toISOString(),
      removedAt: new Date(deletedAt + BIN_MS).toISOString(),
    };
  });
  return { orders, nextCursor: page.nextCursor };
}

/**
 * Returns an account's orders, newest first.
 * @throws ShopError `validation_failed`: invalid cursor
 */
export async function listOwnOrders(
  context: Pick<Context, 'config' | 'db' | 'settings' | 'clock'>,
  owner: Owner,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ orders: BuyerOrder[]; nextCursor: string | null }> {
  const after = readCursor(cursor, ['number', 'string']);
  const { queries } = context.db;
  const rows = await readNewest(queries, owner, { limit: limit + 1, after });
  const { orders, nextCursor } = await readPage(queries, rows, { limit });
  const shown = await readShown(context);
  return { orders: orders.map((order) => presentBuyerOrder(order, shown)), nextCursor };
}

async function readNewest(
  db: Queries,
  owner: Owner,
  { limit, after }: { limit: number; after: Cursor | null },
): Promise<OrderRow[]> {
  const found = await Promise.all(
    ordersOf(db, owner).map((orders) =>
      orders
        .selectAll()
        .where('deleted_at', 'is', null)
        .where(isNoQuote)
        .$if(after !== null, (query) => query.where(isPast(['created_at', 'id'], '<', after ?? [])))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    ),
  );
  return found
    .flat()
    .sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1))
    .slice(0, limit);
}
