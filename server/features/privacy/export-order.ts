import { mapKeys } from '#domain/base/keys.ts';
import type { Order } from '#domain/orders/order.ts';
import { presentDeposit } from '#domain/orders/order-money.ts';
import { MARKS } from '#domain/orders/order-stage.ts';
import { auditOf, type StoredAudit } from '#server/audit/read-audit.ts';
import type { Context } from '#server/context.ts';
import type { Queries } from '#server/db/types.ts';
import { readNotes } from '#server/features/buyers/notes.ts';
import { findOrderEvenDeleted } from '#server/features/orders/order.ts';
import { presentNotedRefund, presentOrder } from '#server/features/orders/present-order.ts';
import { findOpenLink } from '#server/features/orders/stored-links.ts';
import { findReplaced } from '#server/features/production/replaced-pictures.ts';
import { findProofs, type StoredProof } from '#server/features/production/stored-proofs.ts';
import { pictureUrls } from '#server/features/uploads/urls.ts';
import { isoTime } from '#server/lib/iso-time.ts';

/** The reader of the file: only admins get the shop's own notes about a person (docs/data.md). */
export type Reader = 'person' | 'admin';

/** Returns an order with all personal data that the shop stores of it; null: it is gone. */
export async function readExportedOrder(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: string,
  reader: Reader,
): Promise<object | null> {
  const order = await findOrderEvenDeleted(db.queries, id);
  if (!order) return null;
  const history = await auditOf(db.queries, 'order', id);
  return {
    ...presentOrder(order, clock()),
    ...tellFacts(order),
    ...presentNotedRefund(order),
    complaints: order.complaints.map(({ at, items, words, file, closedAt, answer }) => ({
      ...{ at: isoTime(at), items: items.map((position) => position + 1), words, answer },
      ...{ closedAt: isoTime(closedAt), hasPhoto: file !== null },
    })),
    changeRequests: order.changeRequests.map(({ pictures, isAccepted: accepted, ...request }) => ({
      ...{ at: isoTime(request.at), words: request.words, closedAt: isoTime(request.closedAt) },
      ...{ accepted, answer: request.answer },
      images: pictures.map(({ uploadId, ...picture }) => ({
        ...pictureUrls(uploadId),
        ...picture,
      })),
    })),
    pictureRequest: await readPictureRequest(db.queries, order),
    previousPictures: await readPreviousPictures(db.queries, id),
    rounds: order.rounds.map(({ startedAt, reason, wasPrinted, marks, parcel, items }) => ({
      ...{ startedAt: isoTime(startedAt), reason, isPrinted: wasPrinted },
      marks: mapKeys(MARKS, (mark) => isoTime(marks[mark])),
      shipping: parcel,
      items: items.map(({ position, quantity }) => ({ n: position + 1, quantity })),
    })),
    onlinePayments: order.attempts.map(({ provider, providerId, state, amount, ...attempt }) => ({
      ...{ at: isoTime(attempt.createdAt), provider, providerId, state, amount },
      ...{ refunded: attempt.refunded, paidAt: isoTime(attempt.paidAt) },
    })),
    proofs: (await findProofs(db.queries, id)).map(tellProof),
    ...(reader === 'admin'
      ? { internalNotes: order.notes.internal, notesOnBuyer: await readNotes(db.queries, [id]) }
      : {}),
    history: history
      .filter(({ action }) => reader === 'admin' || action !== 'internal_notes_changed')
      .map(withoutActor),
  };
}

function tellFacts(order: Order): object {
  const { owner, promise, reminders } = order;
  return {
    payments: order.payments.map(({ amount, paidOn, how, notedAt, removedAt }) => ({
      ...{ amount, paidAt: paidOn, how },
      ...{ notedAt: isoTime(notedAt), removedAt: isoTime(removedAt) },
    })),
    receipts: order.receipts.map(({ at, type, bytes }) => ({ at: isoTime(at), type, bytes })),
    documents: order.documents.map(({ kind, number, issuedOn, file, notedAt, removedAt }) => ({
      ...{ kind, number, issuedOn, hasFile: file !== null },
      ...{ notedAt: isoTime(notedAt), removedAt: isoTime(removedAt) },
    })),
    termsVersion: order.termsVersion,
    promise,
    dueOn: order.dueOn,
    arrivesBy: order.arrivesBy,
    leaveBy: order.leaveBy,
    source: order.source,
    agreedTotal: order.cost.agreedTotal,
    deposit: presentDeposit(order),
    depositOn: order.depositOn,
    ...order.depositRule,
    buyerVerified: owner.isVerified,
    isReturning: owner.isReturning,
    completeSince: isoTime(order.completeSince),
    reminders,
    startedAt: isoTime(order.startedAt),
    cancelRequestedAt: isoTime(order.cancelRequestedAt),
    cancelRequests: order.cancelRequests.map(({ at, words }) => ({ at: isoTime(at), words })),
    pictureReplacedAt: isoTime(order.pictureReplacedAt),
    deletedAt: isoTime(order.deletedAt),
  };
}

async function readPictureRequest(
  db: Queries,
  { id, pictureRequestedAt: at }: Order,
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

/** For a replaced proof the hash of its pins is enough. */
function tellProof({ sent_at, reminded_at, answered_at, ...proof }: StoredProof) {
  const { state, words, frozenPins, hash } = proof;
  return {
    state,
    sentAt: isoTime(sent_at),
    remindedAt: isoTime(reminded_at),
    answeredAt: isoTime(answered_at),
    words,
    ...(state === 'replaced' ? {} : { pins: frozenPins }),
    hash,
  };
}

/** Leaves out who changed something: that is another person's data. */
export function withoutActor({ at, action, changes, reason }: StoredAudit): object {
  return { at, action, changes, reason };
}
