import { buffer } from 'node:stream/consumers';
import { ShopError } from '#domain/base/errors.ts';
import { documentOf, type Order, paymentsOf } from '#domain/orders/order.ts';
import { REFUND_WAYS } from '#domain/payments/refunds.ts';
import type { Context } from '#server/context.ts';
import type { DocumentNews, PaidOrder, RefundNews } from '#server/features/mail/order-source.ts';
import { readChange, toNews } from '#server/features/orders/mail-source.ts';
import { changeOrder, type OrderSet } from '#server/features/orders/order.ts';
import { documentName } from './documents/note-document.ts';

/** A part that is told to the buyer by one mail. */
type Told = { toldByJob: string | null };

/**
 * Claims a part of an order for the job of its mail, which stays the same when it is retried.
 * @param pick returns the changed part of the order; null: there is none
 * @returns null when another job has claimed the part, or it was removed
 */
async function claimFor(
  context: Context,
  { id, jobId }: { id: string; jobId: string },
  pick: (order: Order) => { part: Told; set: OrderSet } | null,
): Promise<Order | null> {
  const target = { id, by: null, version: null };
  try {
    const order = await changeOrder(context, target, (before) => {
      const claimed = pick(before);
      if (!claimed || claimed.part.toldByJob !== null) return null;
      return { set: claimed.set, action: null, changes: [] };
    });
    return pick(order)?.part.toldByJob === jobId ? order : null;
  } catch (error) {
    if (error instanceof ShopError && error.code === 'not_found') return null;
    throw error;
  }
}

/**
 * Returns an order for the mail that confirms its last payment. Only the first such mail gets it,
 * however often the payment is removed and recorded again.
 * @returns null when the payment was removed, or another mail has confirmed it
 */
export async function claimPaidOrder(
  context: Context,
  id: string,
  jobId: string,
): Promise<PaidOrder | null> {
  const order = await claimFor(context, { id, jobId }, (before) => {
    const part = paymentsOf(before).at(-1);
    const payments = before.payments.map((each) =>
      each === part ? { ...each, toldByJob: jobId } : each,
    );
    return part ? { part, set: { payments } } : null;
  });
  if (!order) return null;
  const news = await toNews(context, order);
  const payment = news.order.payments.at(-1);
  return payment ? { ...news, payment } : null;
}

/**
 * Returns an order's boleta for the mail that sends it to the buyer. Only the first such mail gets
 * it, until the shop requests another mail.
 * @returns null when the boleta was removed, or another mail has sent it
 */
export async function claimDocument(
  context: Context,
  id: string,
  jobId: string,
): Promise<DocumentNews | null> {
  const order = await claimFor(context, { id, jobId }, (before) => {
    const part = documentOf(before);
    const documents = before.documents.map((each) =>
      each === part ? { ...each, toldByJob: jobId } : each,
    );
    return part && { part, set: { documents } };
  });
  const news = order && (await toNews(context, order));
  if (!order || !news?.order.document) return null;
  const { document } = news.order;
  const key = documentOf(order)?.file?.key;
  const file = key === undefined ? null : await context.storage.open(key);
  return {
    ...news,
    document,
    file: file && { name: documentName(order), content: await buffer(file.stream) },
  };
}

/** Returns a refund that the owner noted, by its audit entry; null: the order is gone. */
export async function readRefundNews(
  context: Context,
  orderId: string,
  changeId: string,
): Promise<RefundNews | null> {
  const changed = await readChange(context, orderId, changeId);
  if (!changed) return null;
  const { order, entry } = changed;
  const read = (field: string) => entry.changes.find((change) => change.field === field)?.to;
  const [amount, how] = [read('refund'), REFUND_WAYS.find((way) => way === read('refundHow'))];
  if (typeof amount !== 'number' || !how) return null;
  return { ...(await toNews(context, order)), amount, how };
}
