import type { BuyerOrder } from '#contract/orders/orders.ts';
import type { Owner } from '#domain/people/buyer.ts';
import type { Context } from '#server/context.ts';
import { isPast } from '#server/db/is-past.ts';
import type { Queries } from '#server/db/types.ts';
import { isNoQuote, ordersOf } from '#server/features/orders/order.ts';
import type { OrderRow } from '#server/features/orders/order-rows.ts';
import { presentBuyerOrder, readShown } from '#server/features/orders/present-order.ts';
import { type Cursor, readCursor } from '#server/http/paging.ts';
import { readPage } from './select-orders.ts';

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
