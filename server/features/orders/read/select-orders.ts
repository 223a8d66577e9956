import type { OrderFilter } from '#contract/orders-admin.ts';
import { addDays, startOfDay } from '#domain/dates.ts';
import { VOID_STATUSES } from '#domain/orders.ts';
import { isPast } from '#server/db/is-past.ts';
import type { Queries } from '#server/db/types.ts';
import { type OrderRow, type StoredOrder, withParts } from '#server/features/orders/repo.ts';
import { type Cursor, cutPage, readCursor } from '#server/http/paging.ts';
import { takeTurn } from '#server/lib/take-turn.ts';

export type OrderPage = { orders: StoredOrder[]; nextCursor: string | null };

/** The sort key of lists of orders, newest first. */
export type OrderKey = Pick<OrderRow, 'created_at' | 'id'>;

/**
 * Maximum number of pictures on a page; its first order may have more. An order may have 100, each
 * with a note, so a limit on orders alone would allow responses of megabytes.
 */
const MAX_PICTURES = 200;

/** Returns how many of the first orders fit on a page, at least one. */
function fitPictures(
  rows: readonly Pick<OrderRow, 'unique_images'>[],
  limit: number,
  maxPictures = MAX_PICTURES,
): number {
  let pictures = 0;
  const tooMany = rows.findIndex(({ unique_images }, at) => {
    pictures += unique_images;
    return at > 0 && pictures > maxPictures;
  });
  return tooMany === -1 ? limit : Math.min(limit, tooMany);
}

/**
 * Returns a page of `rows`, which have one order more, with their items: fewer orders if they have
 * many pictures. Other requests are answered in between.
 */
export async function readPage<Row extends OrderRow>(
  db: Queries,
  rows: readonly Row[],
  { limit, maxPictures }: { limit: number; maxPictures?: number | undefined },
  keyOf: (row: Row) => Cursor = keyOfOrder,
): Promise<OrderPage> {
  await takeTurn();
  const { page, nextCursor } = cutPage(rows, fitPictures(rows, limit, maxPictures), keyOf);
  const orders = await withParts(db, page);
  await takeTurn();
  return { orders, nextCursor };
}

function keyOfOrder({ created_at, id }: OrderKey): Cursor {
  return [created_at, id];
}

/** @throws ShopError `validation_failed` */
export function readOrderCursor(text: string | undefined): OrderKey | null {
  const [created_at, id] = readCursor(text, ['number', 'string']) ?? [];
  return typeof created_at === 'number' && typeof id === 'string' ? { created_at, id } : null;
}

/**
 * Selects filtered orders outside the bin, newest first; the filter's search text is not applied.
 */
export function selectOrders(db: Queries, filter: OrderFilter, after: OrderKey | null) {
  const { status, type, from, to, document } = filter;
  let query = db.selectFrom('orders').where('orders.deleted_at', 'is', null);
  if (status) query = query.where('orders.status', '=', status);
  if (type) query = query.where('orders.user_uid', type === 'guest' ? 'is' : 'is not', null);
  if (from) query = query.where('orders.created_at', '>=', startOfDay(from));
  if (to) query = query.where('orders.created_at', '<', startOfDay(addDays(to, 1)));
  if (document) {
    query = query
      .where('orders.paid_on', 'is not', null)
      .where('orders.document_number', 'is', null)
      .where('orders.status', 'not in', VOID_STATUSES);
  }
  const columns = ['orders.created_at', 'orders.id'];
  if (after) query = query.where(isPast(columns, '<', [after.created_at, after.id]));
  return query.orderBy('orders.created_at', 'desc').orderBy('orders.id', 'desc');
}
