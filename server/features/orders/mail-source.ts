import { addDays, dayOf } from '#domain/base/dates.ts';
import { type Order, openRefundsOf } from '#domain/orders/order.ts';
import { readStatus } from '#domain/orders/status.ts';
import { REFUND_DAYS } from '#domain/payments/refunds.ts';
import { findAudit, type StoredAudit } from '#server/audit/read-audit.ts';
import type { Context } from '#server/context.ts';
import type {
  BuyerNews,
  ItemsNews,
  MailedOrder,
  StatusNews,
} from '#server/features/mail/order-source.ts';
import { findLiveOrder } from './order.ts';
import { presentBuyerOrder, readShown } from './present-order.ts';

/** Returns an order for its mails; null when there is no such order. */
export async function readMailedOrder(context: Context, id: string): Promise<MailedOrder | null> {
  const order = await findLiveOrder(context.db.queries, id);
  return order && { ...(await toNews(context, order)), termsVersion: order.termsVersion };
}

export async function toNews(context: Context, order: Order): Promise<BuyerNews> {
  return {
    order: presentBuyerOrder(order, await readShown(context)),
    isBuyerVerified: order.owner.isVerified,
  };
}

/** An order, and the audit entry of the change that a mail is about. */
type Changed = { order: Order; entry: StoredAudit };

/** Returns null when the order is gone. */
export async function readChange(
  { db }: Context,
  orderId: string,
  id: string,
): Promise<Changed | null> {
  const order = await findLiveOrder(db.queries, orderId);
  const entry = await findAudit(db.queries, id);
  return order && entry && { order, entry };
}

/** Returns a status change for its mail, by its audit entry; null: the order is gone. */
export async function readStatusNews(
  context: Context,
  orderId: string,
  changeId: string,
): Promise<StatusNews | null> {
  const { order, entry } = (await readChange(context, orderId, changeId)) ?? {};
  const status = readStatus(entry?.changes.find(({ field }) => field === 'status')?.to);
  if (!order || !entry || !status) return null;
  return {
    ...(await toNews(context, order)),
    status,
    paidOn: order.paidOn,
    isDispatched: order.rounds[0].marks.dispatched !== null,
    // The buyer's own words are not mailed: the address may be unverified.
    reason: entry.action === 'cancelled_by_buyer' ? null : entry.reason,
    refundBy: refundBy(order, entry.at),
  };
}

/** Returns a change of the items for its mail; null: the order is gone. */
export async function readItemsNews(
  context: Context,
  orderId: string,
  changeId: string,
): Promise<ItemsNews | null> {
  const changed = await readChange(context, orderId, changeId);
  return changed && { ...(await toNews(context, changed.order)), changes: changed.entry.changes };
}

/** Returns the last day for a refund; null: nothing was paid. */
export function refundBy(order: Order, at: string): string | null {
  if (order.paid === 0) return null;
  const days = openRefundsOf(order).map(({ dueOn }) => dueOn);
  return days.sort().at(-1) ?? addDays(dayOf(Date.parse(at)), REFUND_DAYS);
}
