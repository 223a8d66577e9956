import { keysOf } from '#domain/keys.ts';
import { MARKS } from '#domain/order-stage.ts';
import { auditOf, type StoredAudit } from '#server/audit/read-audit.ts';
import type { Context } from '#server/context.ts';
import type { Queries } from '#server/db/types.ts';
import { findAttempts } from '#server/features/orders/online-payment.ts';
import { findOpenLink } from '#server/features/orders/order-links.ts';
import { parcelOf } from '#server/features/orders/parcel.ts';
import {
  presentComplaint,
  presentNotedRefund,
  presentOrder,
} from '#server/features/orders/present-order.ts';
import { findProofs, type StoredProof } from '#server/features/orders/proofs.ts';
import { findReplaced } from '#server/features/orders/replaced-pictures.ts';
import { findOrderEvenDeleted, type OrderRow } from '#server/features/orders/repo.ts';
import { pictureUrls } from '#server/features/uploads/urls.ts';
import { isoTime } from '#server/lib/iso-time.ts';

/** The reader of the file: only admins get the shop's own notes about a person (docs/data.md). */
export type Reader = 'person' | 'admin';

/** Returns an order with all personal data that the shop stores of it; null: it is gone. */
export async function readExportedOrder(
  { db }: Pick<Context, 'db'>,
  id: string,
  reader: Reader,
): Promise<object | null> {
  const stored = await findOrderEvenDeleted(db.queries, id);
  if (!stored) return null;
  const { order } = stored;
  const history = await auditOf(db.queries, 'order', id);
  return {
    ...presentOrder(stored),
    ...tellFacts(order),
    ...presentNotedRefund(stored),
    complaint: tellComplaint(order),
    pictureRequest: await readPictureRequest(db.queries, order),
    previousPictures: await readPreviousPictures(db.queries, id),
    reprints: await readReprints(db.queries, id),
    onlinePayments: await readAttempts(db.queries, id),
    proofs: (await findProofs(db.queries, id)).map(tellProof),
    ...(reader === 'admin' ? { internalNotes: order.internal_notes } : {}),
    history: history
      .filter(({ action }) => reader === 'admin' || action !== 'internal_notes_changed')
      .map(withoutActor),
  };
}

function tellFacts(order: OrderRow): object {
  const { paid_on, reprint_at, promise_min_days, promise_max_days, transport_days } = order;
  return {
    payment:
      paid_on === null ? null : { paidAt: paid_on, how: order.paid_how, amount: order.paid_amount },
    shipping: parcelOf(order, { ofReprint: false }),
    reprintShipping: reprint_at === null ? null : parcelOf(order, { ofReprint: true }),
    termsVersion: order.terms_version,
    promise: {
      minDays: promise_min_days,
      maxDays: promise_max_days,
      transportDays: transport_days,
    },
    dueOn: order.due_on,
    arrivesBy: order.arrives_by,
    source: order.source,
    agreedTotal: order.agreed_total,
    buyerVerified: order.buyer_verified === 1,
    isReturning: order.is_returning === 1,
    picturesAddedAt: isoTime(order.completed_at),
    reminders: { sent: order.reminders_sent ?? 0, lastOn: order.reminded_on },
    startedAt: isoTime(order.started_at),
    ...Object.fromEntries(keysOf(MARKS).map((mark) => [`${mark}At`, isoTime(order[`${mark}_at`])])),
    cancelRequestedAt: isoTime(order.cancel_requested_at),
    pictureReplacedAt: isoTime(order.picture_replaced_at),
    deletedAt: isoTime(order.deleted_at),
  };
}

/** The complaint's words are in the history. */
function tellComplaint(order: OrderRow): object | null {
  const complaint = presentComplaint(order);
  if (!complaint) return null;
  const hasPhoto = order.complaint_file !== null;
  return { ...complaint, closedAt: isoTime(order.complaint_closed_at), hasPhoto };
}

async function readPictureRequest(
  db: Queries,
  { id, picture_requested_at: at }: OrderRow,
): Promise<object | null> {
  const link = await findOpenLink(db, { orderId: id, purpose: 'picture' });
  if (at === null && !link) return null;
  const { items = [], words = null, expiresAt = null } = link ?? {};
  return { at: isoTime(at), items, words, linkUntil: isoTime(expiresAt) };
}

async function readPreviousPictures(db: Queries, orderId: string): Promise<object[]> {
  const rows = await findReplaced(db, orderId);
  return rows.map(({ position, replaced_at, upload_id, original_name: originalName }) => ({
    n: position + 1,
    ...pictureUrls(upload_id),
    originalName,
    replacedAt: isoTime(replaced_at),
  }));
}

async function readReprints(db: Queries, orderId: string): Promise<object[]> {
  const rows = await db
    .selectFrom('order_reprints')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('position')
    .execute();
  return rows.map(({ created_at, position, quantity, was_printed }) => ({
    at: isoTime(created_at),
    n: position + 1,
    quantity,
    isPrinted: was_printed === 1,
  }));
}

async function readAttempts(db: Queries, orderId: string): Promise<object[]> {
  const attempts = await findAttempts(db, orderId);
  return attempts.map(({ provider, provider_id, state, amount, refunded, ...attempt }) => ({
    at: isoTime(attempt.created_at),
    provider,
    providerId: provider_id,
    state,
    amount,
    refunded,
    paidAt: isoTime(attempt.paid_at),
  }));
}

/**
 * The words of an answer are in the history. For a replaced proof the hash of its pins is enough.
 */
function tellProof({ state, sent_at, reminded_at, answered_at, frozenPins, hash }: StoredProof) {
  return {
    state,
    sentAt: isoTime(sent_at),
    remindedAt: isoTime(reminded_at),
    answeredAt: isoTime(answered_at),
    ...(state === 'replaced' ? {} : { pins: frozenPins }),
    hash,
  };
}

/** Leaves out who changed something: that is another person's data. */
export function withoutActor({ at, action, changes, reason }: StoredAudit): object {
  return { at, action, changes, reason };
}
