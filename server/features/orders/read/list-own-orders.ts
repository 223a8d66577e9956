import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { Order } from '#contract/orders.ts';
import type { Owner } from '#domain/buyer.ts';
import type { Context } from '../../../context.ts';
import type { OrdersTable, Queries, Schema } from '../../../db/types.ts';
import { type Cursor, cutPage, readCursor } from '../../../paging.ts';
import { presentOrder } from '../present-order.ts';
import { withItems } from '../repo.ts';

type OrderRow = Selectable<OrdersTable>;

/**
 * Pictures on one page, unless its first order alone has more. An order may have 100 of them, each
 * with a note, so that orders alone would let an answer grow to megabytes.
 */
const MAX_PICTURES = 200;

/** An account's orders, newest first. @throws ShopError `validation_failed` for a foreign cursor */
export async function listOwnOrders(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  owner: Owner,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ orders: Order[]; nextCursor: string | null }> {
  const after = readCursor(cursor, ['number', 'string']);
  const rows = await readNewest(db.queries, owner, { limit: limit + 1, after });
  const { page, nextCursor } = cutPage(rows, fitPictures(rows, limit), ({ created_at, id }) => [
    created_at,
    id,
  ]);
  const stored = await withItems(db.queries, page);
  const { payment } = (await settings.current()).settings;
  return { orders: stored.map((order) => presentOrder(order, payment)), nextCursor };
}

/** Returns how many orders from the first on fit on a page: one at least. */
function fitPictures(rows: readonly OrderRow[], limit: number): number {
  let pictures = 0;
  const tooMany = rows.findIndex(({ unique_images }, at) => {
    pictures += unique_images;
    return at > 0 && pictures > MAX_PICTURES;
  });
  return tooMany === -1 ? limit : Math.min(limit, tooMany);
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
