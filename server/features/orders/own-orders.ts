import type { SelectQueryBuilder } from 'kysely';
import type { BuyerOrder } from '#contract/orders/orders.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Owner } from '#domain/people/buyer.ts';
import { orderedPin } from '#domain/pins/choice.ts';
import { maskEmail } from '#domain/privacy/masking.ts';
import type { Context } from '#server/context.ts';
import { isPast } from '#server/db/is-past.ts';
import type { Queries, Schema } from '#server/db/types.ts';
import { maskDelivery } from '#server/features/delivery/columns.ts';
import { type Cursor, readCursor } from '#server/http/paging.ts';
import { findLiveOrder } from './order.ts';
import { readOrderToken } from './order-link.ts';
import type { OrderRow } from './order-rows.ts';
import { presentBuyerOrder } from './present-order.ts';
import { readPage } from './read/select-orders.ts';

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

/** Queries each of the two indexes separately: a single query would read the whole history. */
async function readNewest(
  db: Queries,
  { uid, guestEmail }: Owner,
  page: { limit: number; after: Cursor | null },
): Promise<OrderRow[]> {
  const orders = db.selectFrom('orders').selectAll();
  const [own, joined] = await Promise.all([
    uid === null
      ? []
      : newest(orders.where('owner_uid', '=', uid).where('owner_kind', '=', 'account'), page),
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
    .$if(after !== null, (query) => query.where(isPast(['created_at', 'id'], '<', after ?? [])))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** No order has this id: an invalid token is looked up by it, so that it takes as long. */
const NO_ORDER = '';

/**
 * Returns the order of a mailed link, with the buyer's personal data masked.
 * @throws ShopError `not_found`, the same for an invalid token and a deleted order
 */
export async function viewOrder(context: Context, token: string): Promise<BuyerOrder> {
  const linked = readOrderToken(context, token);
  const shown = await readShown(context);
  const stored = await findLiveOrder(context.db.queries, linked?.id ?? NO_ORDER);
  if (stored?.owner.linksEnded !== linked?.linksEnded || !stored) {
    throw new ShopError('not_found', {
      message: 'No encontramos este pedido: el enlace no es válido o el pedido ya no existe',
    });
  }
  return maskOrder(presentBuyerOrder(stored, shown));
}

/**
 * Returns an order unmasked; the caller has checked that it is the account's.
 * @throws ShopError `not_found`
 */
export async function viewOwnOrder(context: Context, id: string): Promise<BuyerOrder> {
  const shown = await readShown(context);
  const stored = await findLiveOrder(context.db.queries, id);
  if (!stored) throw new ShopError('not_found');
  return presentBuyerOrder(stored, shown);
}

/** Returns what a buyer's view of an order depends on, besides the order. */
export async function readShown({
  config,
  settings,
  clock,
}: Pick<Context, 'config' | 'settings' | 'clock'>) {
  return { ...(await settings.current()), config, now: clock() };
}

/**
 * Lists every field that is shown: a new field is hidden, or does not compile, until it is added.
 */
function maskOrder(order: BuyerOrder): BuyerOrder {
  return {
    id: order.id,
    createdAt: order.createdAt,
    status: order.status,
    progress: order.progress,
    howToPay: order.howToPay,
    arrival: order.arrival,
    parcel: order.parcel,
    canCancel: order.canCancel,
    cancelRequested: order.cancelRequested,
    complainBy: order.complainBy,
    complaint: order.complaint,
    reprint: order.reprint,
    ...(order.notedRefund && { notedRefund: order.notedRefund }),
    balance: order.balance,
    charges: order.charges,
    refunds: order.refunds,
    receipt: order.receipt,
    ...(order.onlinePayment && { onlinePayment: order.onlinePayment }),
    document: order.document,
    payBy: order.payBy,
    ...(order.pickup ? { pickup: order.pickup } : {}),
    isGuestOrder: order.isGuestOrder,
    images: order.images,
    items: order.items.map(({ imageUrl, thumbnailUrl, ...item }, at) => ({
      imageUrl,
      thumbnailUrl,
      originalName: `Imagen ${at + 1}`,
      notes: null,
      ...orderedPin(item),
    })),
    userEmail: order.userEmail && maskEmail(order.userEmail),
    deliveryData: {
      ...maskDelivery(order.deliveryData),
      pricing: order.deliveryData.pricing,
    },
  };
}
