import type { SelectQueryBuilder } from 'kysely';
import type { Order } from '#contract/orders.ts';
import type { Owner } from '#domain/buyer.ts';
import type { Context } from '../../../context.ts';
import type { Queries, Schema } from '../../../db/types.ts';
import { type Cursor, cutPage, readCursor } from '../../../paging.ts';
import { takeTurn } from '../../../take-turn.ts';
import { presentOrder } from '../present-order.ts';
import { withItems } from '../repo.ts';
import { fitPictures, keyOfOrder, type OrderRow } from './select-orders.ts';

/** An account's orders, newest first. @throws ShopError `validation_failed` for a foreign cursor */
export async function listOwnOrders(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  owner: Owner,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ orders: Order[]; nextCursor: string | null }> {
  const after = readCursor(cursor, ['number', 'string']);
  const rows = await readNewest(db.queries, owner, { limit: limit + 1, after });
  const { page, nextCursor } = cutPage(rows, fitPictures(rows, limit), keyOfOrder);
  await takeTurn();
  const stored = await withItems(db.queries, page);
  const { payment } = (await settings.current()).settings;
  await takeTurn();
  return { orders: stored.map((order) => presentOrder(order, payment)), nextCursor };
}

/** Reads by each of the two indexes apart: one condition for both would read the whole history. */
async function readNewest(
  db: Queries,
  { uid, guestEmail }: Owner,
  page: { limit: number; after: Cursor | null },
): Promise<OrderRow[]> {
  const orders = db.selectFrom('orders').selectAll();
  const [own, joined] = await Promise.all([
    uid === null ? [] : newest(orders.where('user_uid', '=', uid), page),
    guestEmail === null ? [] : newest(orders.where('guest_email', '=', guestEmail), page),
  ]);
  return [...own, ...joined]
    .sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1))
    .slice(0, page.limit);
}

function newest(
  orders: SelectQueryBuilder<Schema, 'orders', OrderRow>,
  { limit, after }: { limit: number; after: Cursor | null },
): Promise<OrderRow[]> {
  return orders
    .where('deleted_at', 'is', null)
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(Number(after?.[0]), String(after?.[1]))),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
