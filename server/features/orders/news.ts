import { buffer } from 'node:stream/consumers';
import { addDays, dayOf } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import {
  documentOf,
  latestReprint,
  type Order,
  openRefundOf,
  paymentsOf,
} from '#domain/orders/order.ts';
import { readStatus } from '#domain/orders/status.ts';
import { REFUND_DAYS, REFUND_WAYS } from '#domain/payments/refunds.ts';
import { findAudit, type StoredAudit } from '#server/audit/read-audit.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { countMail } from '#server/features/mail/count-mail.ts';
import type { ChangeMail } from '#server/features/mail/enqueue-mail.ts';
import type {
  BuyerNews,
  CancelNews,
  ComplaintNews,
  DocumentNews,
  MailedOrder,
  PaidOrder,
  RefundNews,
  StatusNews,
} from '#server/features/mail/order-source.ts';
import { documentName } from '#server/features/payments/documents/note-document.ts';
import { changeOrder, findLiveOrder, type OrderSet } from './order.ts';
import { readShown } from './own-orders.ts';
import { presentBuyerOrder } from './present-order.ts';

type Placed = {
  order: Order;
  /** IP address of the client that placed it. */
  address: string;
  now: number;
};

/**
 * Returns the mails about a new order; counts the one to its buyer, which is left out above the rate
 * limit.
 */
export async function planOrderMails(
  context: Context,
  tx: Tx,
  { order, address, now }: Placed,
): Promise<ChangeMail[]> {
  const to = order.owner.email ?? order.delivery.email;
  const isMailAllowed =
    to !== null &&
    (order.owner.isVerified ||
      (await countMail(context, tx, { kind: 'order_received', to, address, now })));
  return [{ kind: 'new_order' }, ...(isMailAllowed ? [{ kind: 'order_received' } as const] : [])];
}

/** Returns an order for its mails; null when there is no such order. */
export async function readMailedOrder(context: Context, id: string): Promise<MailedOrder | null> {
  const order = await findLiveOrder(context.db.queries, id);
  return order && { ...(await toNews(context, order)), termsVersion: order.termsVersion };
}

async function toNews(context: Context, order: Order): Promise<BuyerNews> {
  return {
    order: presentBuyerOrder(order, await readShown(context)),
    isBuyerVerified: order.owner.isVerified,
  };
}

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
 * Returns a paid order for the mail that confirms its payment. Only the first such mail gets it,
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
  const { paidOn = null } = order ?? {};
  return order && paidOn !== null ? { ...(await toNews(context, order)), paidOn } : null;
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
    file: file && { name: documentName(id), content: await buffer(file.stream) },
  };
}

/** An order, and the audit entry of the change that a mail is about. */
type Changed = { order: Order; entry: StoredAudit };

/** Returns null when the order is gone. */
async function readChange({ db }: Context, orderId: string, id: string): Promise<Changed | null> {
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
  return {
    ...(await toNews(context, order)),
    words: entry.reason,
    refund: typeof amount === 'number' && typeof on === 'string' ? { amount, on } : null,
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

/** Returns the last day for a refund; null: nothing was paid. */
function refundBy(order: Order, at: string): string | null {
  if (order.paid === 0) return null;
  return openRefundOf(order)?.dueOn ?? addDays(dayOf(Date.parse(at)), REFUND_DAYS);
}
