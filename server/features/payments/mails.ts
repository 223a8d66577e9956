import { buffer } from 'node:stream/consumers';
import { documentOf, type Order } from '#domain/orders/order.ts';
import { paymentsOf } from '#domain/orders/order-money.ts';
import { REFUND_WAYS } from '#domain/payments/refunds.ts';
import type { Context } from '#server/context.ts';
import {
  paymentRefundedLetter,
  refundNotedLetter,
} from '#server/features/mail/after-sales-letters.ts';
import {
  documentLetter,
  paymentReceivedLetter,
  paymentReminderLetter,
} from '#server/features/mail/buyer-letters.ts';
import type { Writers } from '#server/features/mail/letter.ts';
import type { DocumentNews, PaidOrder, RefundNews } from '#server/features/mail/news.ts';
import {
  paymentToldLetter,
  receiptReceivedLetter,
  refundToldLetter,
} from '#server/features/mail/owner-letters.ts';
import {
  type ChangeIds,
  isUnpaid,
  readChange,
  readMailedOrder,
  readOrderIf,
  toBuyer,
  toNews,
  toShop,
} from '#server/features/orders/mails.ts';
import { changeOrder, nullIfMissing, type OrderSet } from '#server/features/orders/order.ts';
import { documentName } from './documents/note-document.ts';
import { findPayment } from './repo.ts';

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
  const order = await changeOrder(context, target, (before) => {
    const claimed = pick(before);
    if (!claimed || claimed.part.toldByJob !== null) return null;
    return { set: claimed.set, action: null, changes: [] };
  }).catch(nullIfMissing);
  return order && pick(order)?.part.toldByJob === jobId ? order : null;
}

/**
 * Returns an order for the mail that confirms the payments of which no other mail has told: those
 * that were recorded before it was sent are in one. Only the first such mail gets them, however
 * often a payment is removed and recorded again.
 * @returns null when they were removed, or another mail has confirmed them
 */
export async function claimPaidOrder(
  context: Context,
  { orderId: id }: { orderId: string },
  jobId: string,
): Promise<PaidOrder | null> {
  const toldBy = (job: string | null) => (before: Order) =>
    paymentsOf(before).filter(({ toldByJob }) => toldByJob === job);
  const [own, untold] = [toldBy(jobId), toldBy(null)];
  const order = await claimFor(context, { id, jobId }, (before) => {
    const parts = own(before).length > 0 ? own(before) : untold(before);
    const payments = before.payments.map((each) =>
      parts.includes(each) ? { ...each, toldByJob: jobId } : each,
    );
    return parts[0] ? { part: parts[0], set: { payments } } : null;
  });
  if (!order) return null;
  const news = await toNews(context, order);
  const ids = new Set(own(order).map((each) => each.id));
  const told = news.order.payments.filter((each) => ids.has(each.id));
  const payment = told.at(-1);
  return payment ? { ...news, payment, earlier: told.slice(0, -1) } : null;
}

/**
 * Returns an order's boleta for the mail that sends it to the buyer. Only the first such mail gets
 * it, until the shop requests another mail.
 * @returns null when the boleta was removed, or another mail has sent it
 */
async function claimDocument(
  context: Context,
  { orderId: id }: { orderId: string },
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
  mail: ChangeIds,
): Promise<RefundNews | null> {
  const changed = await readChange(context, mail);
  if (!changed) return null;
  const { order, entry } = changed;
  const read = (field: string) => entry.changes.find((change) => change.field === field)?.to;
  const [amount, how] = [read('refund'), REFUND_WAYS.find((way) => way === read('refundHow'))];
  if (typeof amount !== 'number' || !how) return null;
  return { ...(await toNews(context, order)), amount, how };
}

export const paymentMails = {
  receipt_received: toShop(readMailedOrder, receiptReceivedLetter),
  payment_received: toBuyer(claimPaidOrder, paymentReceivedLetter),
  document_issued: toBuyer(async (context, mail, jobId) => {
    const news = await claimDocument(context, mail, jobId);
    if (!news?.file) return news;
    const { name: filename, content } = news.file;
    return { ...news, attachments: [{ filename, contentType: 'application/pdf', content }] };
  }, documentLetter),
  payment_reminder: toBuyer(readOrderIf(isUnpaid), paymentReminderLetter),
  payment_told: toShop(async ({ db }, { paymentId, why }) => {
    const payment = await findPayment(db.queries, { id: paymentId });
    return payment && { payment, why };
  }, paymentToldLetter),
  payment_refunded: toBuyer(async (context, mail) => {
    const payment = await findPayment(context.db.queries, { id: mail.paymentId });
    const found = payment && (await readMailedOrder(context, mail));
    return found && { ...found, payment, refund: mail.amount };
  }, paymentRefundedLetter),
  refund_noted: toBuyer(readRefundNews, refundNotedLetter),
  refund_told: toShop(async ({ db }, { paymentId, amount: refund }) => {
    const payment = await findPayment(db.queries, { id: paymentId });
    return payment && { payment, refund };
  }, refundToldLetter),
} satisfies Partial<Writers>;
