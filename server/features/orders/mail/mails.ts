import { buffer } from 'node:stream/consumers';
import { addDays, dayOf } from '#domain/dates.ts';
import { readStatus } from '#domain/orders.ts';
import { REFUND_DAYS, REFUND_WAYS } from '#domain/refunds.ts';
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
import { documentName } from '#server/features/orders/documents/note-document.ts';
import { presentBuyerOrder } from '#server/features/orders/present-order.ts';
import { readShown } from '#server/features/orders/read/own-orders.ts';
import { findLiveOrder, type StoredOrder } from '#server/features/orders/repo.ts';

type Placed = Pick<StoredOrder, 'order'> & {
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
  const to = order.user_email ?? order.email;
  const isMailAllowed =
    to !== null &&
    (order.buyer_verified === 1 ||
      (await countMail(context, tx, { kind: 'order_received', to, address, now })));
  return [{ kind: 'new_order' }, ...(isMailAllowed ? [{ kind: 'order_received' } as const] : [])];
}

/** Returns an order for its mails; null when there is no such order. */
export async function readMailedOrder(context: Context, id: string): Promise<MailedOrder | null> {
  const stored = await findLiveOrder(context.db.queries, id);
  if (!stored) return null;
  return { ...(await toNews(context, stored)), termsVersion: stored.order.terms_version };
}

async function toNews(context: Context, stored: StoredOrder): Promise<BuyerNews> {
  return {
    order: presentBuyerOrder(stored, await readShown(context)),
    isBuyerVerified: stored.order.buyer_verified === 1,
  };
}

/**
 * Returns an order for a mail that is sent once: it is claimed for the mail's job, which stays the
 * same when it is retried. Null when another job has claimed it, or the fact has been removed.
 */
async function claimFor(
  { db: { queries } }: Context,
  { id, jobId }: { id: string; jobId: string },
  [column, fact]:
    | readonly ['payment_mail_job', 'paid_on']
    | readonly ['document_mail_job', 'document_number'],
): Promise<StoredOrder | null> {
  const claimed = await queries
    .updateTable('orders')
    .set({ [column]: jobId })
    .where('id', '=', id)
    .where(fact, 'is not', null)
    .where((eb) => eb.or([eb(column, 'is', null), eb(column, '=', jobId)]))
    .returning('id')
    .executeTakeFirst();
  return claimed ? findLiveOrder(queries, id) : null;
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
  const stored = await claimFor(context, { id, jobId }, ['payment_mail_job', 'paid_on']);
  const paidOn = stored?.order.paid_on ?? null;
  return stored && paidOn !== null ? { ...(await toNews(context, stored)), paidOn } : null;
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
  const stored = await claimFor(context, { id, jobId }, ['document_mail_job', 'document_number']);
  const news = stored && (await toNews(context, stored));
  if (!stored || !news?.order.document) return null;
  const { document } = news.order;
  const key = stored.order.document_file;
  const file = key === null ? null : await context.storage.open(key);
  return {
    ...news,
    document,
    file: file && { name: documentName(id), content: await buffer(file.stream) },
  };
}

/** An order, and the audit entry of the change that a mail is about. */
type Changed = { stored: StoredOrder; entry: StoredAudit };

/** Returns null when the order is gone. */
async function readChange({ db }: Context, orderId: string, id: string): Promise<Changed | null> {
  const stored = await findLiveOrder(db.queries, orderId);
  const entry = await findAudit(db.queries, id);
  return stored && entry && { stored, entry };
}

/** Returns a status change for its mail, by its audit entry; null: the order is gone. */
export async function readStatusNews(
  context: Context,
  orderId: string,
  changeId: string,
): Promise<StatusNews | null> {
  const { stored, entry } = (await readChange(context, orderId, changeId)) ?? {};
  const status = readStatus(entry?.changes.find(({ field }) => field === 'status')?.to);
  if (!stored || !entry || !status) return null;
  return {
    ...(await toNews(context, stored)),
    status,
    paidOn: stored.order.paid_on,
    isDispatched: stored.order.dispatched_at !== null,
    // The buyer's own words are not mailed: the address may be unverified.
    reason: entry.action === 'cancelled_by_buyer' ? null : entry.reason,
    refundBy: refundBy(stored, entry.at),
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
  const { stored, entry } = changed;
  const isAnswered = stored.order.cancel_requested_at === null;
  if (entry.action === 'cancel_requested' && isAnswered) return null;
  return {
    ...(await toNews(context, stored)),
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
  const changed = await readChange(context, orderId, changeId);
  if (!changed) return null;
  const { stored, entry } = changed;
  // The reprint or its mark was undone before the mail was written.
  const { reprint_at, reprint_packed_at, reprint_dispatched_at, way } = stored.order;
  const leftAt = way === 'pickup' ? reprint_packed_at : reprint_dispatched_at;
  if (entry.action === 'reprint_started' && reprint_at === null) return null;
  if (entry.action === 'mark_set' && leftAt === null) return null;
  const read = (field: string) => entry.changes.find((change) => change.field === field)?.to;
  const [amount, on] = [read('notedRefund'), read('notedRefundOn')];
  return {
    ...(await toNews(context, stored)),
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
  const { stored, entry } = changed;
  const read = (field: string) => entry.changes.find((change) => change.field === field)?.to;
  const [amount, how] = [read('refund'), REFUND_WAYS.find((way) => way === read('refundHow'))];
  if (typeof amount !== 'number' || !how) return null;
  return { ...(await toNews(context, stored)), amount, how };
}

/** Returns the last day for a refund; null: nothing was paid. */
function refundBy({ order, refunds }: StoredOrder, at: string): string | null {
  if (order.paid_amount === 0) return null;
  const open = refunds.find(({ done_on }) => done_on === null);
  return open?.due_on ?? addDays(dayOf(Date.parse(at)), REFUND_DAYS);
}
