import { latestReprint } from '#domain/orders/order.ts';
import type { Context } from '#server/context.ts';
import type { CancelNews, ComplaintNews } from '#server/features/mail/order-source.ts';
import { readChange, refundBy, toNews } from '#server/features/orders/mail-source.ts';

/** Returns a request to cancel, or the shop's answer, by its audit entry; null: it is obsolete. */
export async function readCancelNews(
  context: Context,
  orderId: string,
  changeId: string,
): Promise<CancelNews | null> {
  const changed = await readChange(context, orderId, changeId);
  if (!changed) return null;
  const { order, entry } = changed;
  const isAnswered = order.cancelRequestedAt === null;
  if (entry.action === 'cancel_requested' && isAnswered) return null;
  return {
    ...(await toNews(context, order)),
    isDone: entry.action === 'cancelled_by_buyer',
    reason: entry.reason,
    refundBy: refundBy(order, entry.at),
  };
}

/**
 * Returns a complaint, an answer or a reprint by its audit entry; null: order or reprint are gone.
 */
export async function readComplaintNews(
  context: Context,
  orderId: string,
  changeId: string,
): Promise<ComplaintNews | null> {
  const changed = await readChange(context, orderId, changeId);
  if (!changed) return null;
  const { order, entry } = changed;
  // The reprint or its mark was undone before the mail was written.
  const reprint = latestReprint(order);
  const last = order.delivery.way === 'pickup' ? 'packed' : 'dispatched';
  if (entry.action === 'reprint_started' && !reprint) return null;
  if (entry.action === 'mark_set' && !reprint?.marks[last]) return null;
  const read = (field: string) => entry.changes.find((change) => change.field === field)?.to;
  const [amount, on] = [read('notedRefund'), read('notedRefundOn')];
  const [promised, by] = [read('promisedRefund'), read('promisedRefundBy')];
  return {
    ...(await toNews(context, order)),
    words: entry.reason,
    refund: typeof amount === 'number' && typeof on === 'string' ? { amount, on } : null,
    promise:
      typeof promised === 'number' && typeof by === 'string' ? { amount: promised, by } : null,
  };
}
