import type { AdminOrder, OrderFilter } from '#contract/orders-admin.ts';
import type { Database } from '../../db/database.ts';
import { cutPage } from '../../paging.ts';
import { takeTurn } from '../../take-turn.ts';
import { presentAdminOrder } from './read/present-admin-order.ts';
import { searchOrders } from './read/search-orders.ts';
import {
  fitPictures,
  keyOfOrder,
  type OrderKey,
  type OrderRow,
  readOrderCursor,
  selectOrders,
} from './read/select-orders.ts';
import { type StoredOrder, withItems } from './repo.ts';

export type OrderPage = { orders: StoredOrder[]; nextCursor: string | null };
type Page = {
  limit: number;
  cursor?: string | undefined;
  /** Of all orders of the page together, unless its first one has more. */
  maxPictures?: number;
};

/** A page of the orders that a filter lets through, newest first. */
export async function pageOrders(
  db: Database,
  filter: OrderFilter,
  { limit, cursor, maxPictures }: Page,
): Promise<OrderPage> {
  const after = readOrderCursor(cursor);
  const found = await searchOrders(db, filter, { limit: limit + 1, after });
  await takeTurn();
  const rows = found
    ? await readOrders(db, found)
    : await selectOrders(db.queries, filter, after)
        .selectAll()
        .limit(limit + 1)
        .execute();
  const { page, nextCursor } = cutPage(rows, fitPictures(rows, limit, maxPictures), keyOfOrder);
  const orders = await withItems(db.queries, page);
  await takeTurn();
  return { orders, nextCursor };
}

export async function listOrders(
  db: Database,
  filter: OrderFilter,
  page: Page,
): Promise<{ orders: AdminOrder[]; nextCursor: string | null }> {
  const { orders, nextCursor } = await pageOrders(db, filter, page);
  return { orders: orders.map(presentAdminOrder), nextCursor };
}

async function readOrders({ queries }: Database, keys: readonly OrderKey[]): Promise<OrderRow[]> {
  if (keys.length === 0) return [];
  return selectOrders(queries, {}, null)
    .where(
      'id',
      'in',
      keys.map(({ id }) => id),
    )
    .selectAll()
    .execute();
}
