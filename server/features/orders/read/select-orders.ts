import { sql } from 'kysely';
import type { OrderFilter } from '#contract/orders/orders-admin.ts';
import { addDays, startOfDay } from '#domain/base/dates.ts';
import type { Order } from '#domain/orders/order.ts';
import { VOID_STATUSES } from '#domain/orders/status.ts';
import { isPast } from '#server/db/is-past.ts';
import type { Queries } from '#server/db/types.ts';
import { withParts } from '#server/features/orders/order.ts';
import type { OrderRow } from '#server/features/orders/order-rows.ts';
import { type Cursor, cutPage, readCursor } from '#server/http/paging.ts';
import { takeTurn } from '#server/lib/take-turn.ts';

export type OrderPage = { orders: Order[]; nextCursor: string | null };

/** The sort key of lists of orders, newest first. */
export type OrderKey = Pick<OrderRow, 'created_at' | 'id'>;

/**
 * Maximum number of pictures on a page; its first order may have more. An order may have 100, each
 * with a note, so a limit on orders alone would allow responses of megabytes.
 */
const MAX_PICTURES = 200;

/** Returns how many of the first orders fit on a page, at least one. */
async function fitPictures(
  db: Queries,
  rows: readonly OrderKey[],
  limit: number,
  maxPictures = MAX_PICTURES,
): Promise<number> {
  if (rows.length === 0) return limit;
  const counts = await db
    .selectFrom('order_items')
    .select(['order_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where(
      'order_id',
      'in',
      rows.map(({ id }) => id),
    )
    .groupBy('order_id')
    .execute();
  const countOf = new Map(counts.map(({ order_id, count }) => [order_id, count]));
  let pictures = 0;
  const tooMany = rows.findIndex(({ id }, at) => {
    pictures += countOf.get(id) ?? 0;
    return at > 0 && pictures > maxPictures;
  });
  return tooMany === -1 ? limit : Math.min(limit, tooMany);
}

/**
 * Returns a page of `rows`, which have one order more, with their parts: fewer orders if they have
 * many pictures. Other requests are answered in between.
 */
export async function readPage<Row extends OrderRow>(
  db: Queries,
  rows: readonly Row[],
  { limit, maxPictures }: { limit: number; maxPictures?: number | undefined },
  keyOf: (row: Row) => Cursor = ({ created_at, id }) => [created_at, id],
): Promise<OrderPage> {
  await takeTurn();
  const fitting = await fitPictures(db, rows, limit, maxPictures);
  const { page, nextCursor } = cutPage(rows, fitting, keyOf);
  const orders = await withParts(db, page);
  await takeTurn();
  return { orders, nextCursor };
}

/** @throws ShopError `validation_failed` */
export function readOrderCursor(text: string | undefined): OrderKey | null {
  const [created_at, id] = readCursor(text, ['number', 'string']) ?? [];
  return typeof created_at === 'number' && typeof id === 'string' ? { created_at, id } : null;
}

/**
 * Whether an order still needs a boleta: it costs something, was paid, and is neither cancelled nor refunded in full. A
 * part of it is in the index `orders_without_document`.
 */
export const lacksDocument = sql<boolean>`(orders.paid_on is not null and orders.has_document = 0
  and orders.total_amount > 0
  and orders.status not in (${sql.join(VOID_STATUSES)})
  and (orders.refunded_amount = 0 or orders.refunded_amount < orders.paid_amount))`;

/**
 * Selects filtered orders outside the bin, newest first; the filter's search text is not applied.
 */
export function selectOrders(db: Queries, filter: OrderFilter, after: OrderKey | null) {
  const { status, type, from, to, document } = filter;
  let query = db.selectFrom('orders').where('orders.deleted_at', 'is', null);
  if (status) query = query.where('orders.status', '=', status);
  if (type) query = query.where('orders.is_guest', '=', type === 'guest' ? 1 : 0);
  if (from) query = query.where('orders.created_at', '>=', startOfDay(from));
  if (to) query = query.where('orders.created_at', '<', startOfDay(addDays(to, 1)));
  if (document) query = query.where(lacksDocument);
  const columns = ['orders.created_at', 'orders.id'];
  if (after) query = query.where(isPast(columns, '<', [after.created_at, after.id]));
  return query.orderBy('orders.created_at', 'desc').orderBy('orders.id', 'desc');
}
