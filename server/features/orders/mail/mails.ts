import { buffer } from 'node:stream/consumers';
import type { Compilable } from 'kysely';
import type { BuyerOrder } from '#contract/orders.ts';
import { addDays, dayOf } from '#domain/dates.ts';
import { REFUND_DAYS, readStatus } from '#domain/orders.ts';
import { findAudit } from '#server/audit/read-audit.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { countMail } from '#server/features/mail/count-mail.ts';
import { insertMails, type Mail } from '#server/features/mail/enqueue-mail.ts';
import type {
  CancelNews,
  ComplaintNews,
  DocumentNews,
  MailedOrder,
  PaidOrder,
  StatusNews,
} from '#server/features/mail/order-source.ts';
import { documentName } from '#server/features/orders/documents/note-document.ts';
import { presentBuyerOrder } from '#server/features/orders/present-order.ts';
import { findLiveOrder, type StoredOrder } from '#server/features/orders/repo.ts';

type Placed = Pick<StoredOrder, 'order'> & {
  /** IP address of the client that placed it. */
  address: string;
  /** The shop's e-mail; empty: none. */
  shopEmail: string;
};

/**
 * Counts the mail to the buyer of a new order; above the rate limit it is not sent.
 * @returns the statements that enqueue the mails to buyer and shop, to be run after the order's own
 */
export async function planOrderMails(
  context: Context,
  tx: Tx,
  { order, address, shopEmail }: Placed,
  now: number,
): Promise<Compilable<unknown>[]> {
  const { id: orderId, buyer_verified } = order;
  const to = order.user_email ?? order.email;
  const isMailAllowed =
    to !== null &&
    (buyer_verified === 1 ||
      (await countMail(context, tx, { kind: 'order_received', to, address, now })));
  const mails: Mail[] = [
    ...(shopEmail ? [{ kind: 'new_order', orderId } as const] : []),
    ...(isMailAllowed ? [{ kind: 'order_received', orderId } as const] : []),
  ];
  return insertMails(tx, mails, now);
}

/** Returns an order for its mails; null when there is no such order. */
export async function readMailedOrder(context: Context, id: string): Promise<MailedOrder | null> {
  const stored = await findLiveOrder(context.db.queries, id);
  if (!stored) return null;
  return {
    order: await presentNow(context, stored),
    termsVersion: stored.order.terms_version,
    isBuyerVerified: stored.order.buyer_verified === 1,
  };
}

/**
 * Returns a paid order for the mail that confirms its payment. Only the first such mail gets it,
 * however often the payment is removed and recorded again.
 * @param jobId the mail's job, which stays the same when it is retried
 * @returns null when the payment was removed, or another mail has confirmed it
 */
export async function claimPaidOrder(
  context: Context,
  id: string,
  jobId: string,
): Promise<PaidOrder | null> {
  const { queries } = context.db;
  const claimed = await queries
    .updateTable('orders')
    .set({ payment_mail_job: jobId })
    .where('id', '=', id)
    .where('paid_on', 'is not', null)
    .where((eb) => eb.or([eb('payment_mail_job', 'is', null), eb('payment_mail_job', '=', jobId)]))
    .returning('id')
    .executeTakeFirst();
  const stored = claimed ? await findLiveOrder(queries, id) : null;
  const paidOn = stored?.order.paid_on ?? null;
  if (!stored || paidOn === null) return null;
  return {
    order: await presentNow(context, stored),
    paidOn,
    isBuyerVerified: stored.order.buyer_verified === 1,
  };
}

/**
 * Returns an order's boleta for the mail that sends it to the buyer. Only the first such mail gets
 * it, until the shop requests another mail.
 * @param jobId the mail's job, which stays the same when it is retried
 * @returns null when the boleta was removed, or another mail has sent it
 */
export async function claimDocument(
  context: Context,
  id: string,
  jobId: string,
): Promise<DocumentNews | null> {
  const { db, storage } = context;
  const claimed = await db.queries
    .updateTable('orders')
    .set({ document_mail_job: jobId })
    .where('id', '=', id)
    .where('document_number', 'is not', null)
    .where((eb) =>
      eb.or([eb('document_mail_job', 'is', null), eb('document_mail_job', '=', jobId)]),
    )
    .returning('id')
    .executeTakeFirst();
  const stored = claimed ? await findLiveOrder(db.queries, id) : null;
  if (!stored) return null;
  const order = await presentNow(context, stored);
  const { document_file: key, buyer_verified } = stored.order;
  if (!order.document) return null;
  const file = key === null ? null : await storage.open(key);
  return {
    order,
    document: order.document,
    isBuyerVerified: buyer_verified === 1,
    file: file && { name: documentName(id), content: await buffer(file.stream) },
  };
}

/** Returns a status change for its mail, by its audit entry; null: the order is gone. */
export async function readStatusNews(
  context: Context,
  orderId: string,
  changeId: string,
): Promise<StatusNews | null> {
  const { queries } = context.db;
  const stored = await findLiveOrder(queries, orderId);
  const entry = await findAudit(queries, changeId);
  const status = readStatus(entry?.changes.find(({ field }) => field === 'status')?.to);
  if (!stored || !entry || !status) return null;
  return {
    order: await presentNow(context, stored),
    status,
    paidOn: stored.order.paid_on,
    isDispatched: stored.order.dispatched_at !== null,
    // The buyer's own words are not mailed: the address may be unverified.
    reason: entry.action === 'cancelled_by_buyer' ? null : entry.reason,
    refundBy: refundBy(stored, entry.at),
    isBuyerVerified: stored.order.buyer_verified === 1,
  };
}

/** Returns a request to cancel, or the shop's answer, by its audit entry; null: it is obsolete. */
export async function readCancelNews(
  context: Context,
  orderId: string,
  changeId: string,
): Promise<CancelNews | null> {
  const { queries } = context.db;
  const stored = await findLiveOrder(queries, orderId);
  const entry = await findAudit(queries, changeId);
  if (!stored || !entry) return null;
  const isAnswered = stored.order.cancel_requested_at === null;
  if (entry.action === 'cancel_requested' && isAnswered) return null;
  return {
    order: await presentNow(context, stored),
    isBuyerVerified: stored.order.buyer_verified === 1,
    isDone: entry.action === 'cancelled_by_buyer',
    reason: entry.reason,
    refundBy: refundBy(stored, entry.at),
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
  const { queries } = context.db;
  const stored = await findLiveOrder(queries, orderId);
  const entry = await findAudit(queries, changeId);
  if (!stored || !entry) return null;
  // The reprint or its mark was undone before the mail was written.
  const { reprint_at, reprint_packed_at, reprint_dispatched_at, way } = stored.order;
  const leftAt = way === 'pickup' ? reprint_packed_at : reprint_dispatched_at;
  if (entry.action === 'reprint_started' && reprint_at === null) return null;
  if (entry.action === 'mark_set' && leftAt === null) return null;
  const read = (field: string) => entry.changes.find((change) => change.field === field)?.to;
  const [amount, on] = [read('notedRefund'), read('notedRefundOn')];
  return {
    order: await presentNow(context, stored),
    isBuyerVerified: stored.order.buyer_verified === 1,
    words: entry.reason,
    refund: typeof amount === 'number' && typeof on === 'string' ? { amount, on } : null,
  };
}

function refundBy({ order }: StoredOrder, at: string): string | null {
  return order.paid_on === null ? null : addDays(dayOf(Date.parse(at)), REFUND_DAYS);
}

async function presentNow(
  { config, settings, clock }: Context,
  stored: StoredOrder,
): Promise<BuyerOrder> {
  return presentBuyerOrder(stored, { ...(await settings.current()), config, now: clock() });
}
