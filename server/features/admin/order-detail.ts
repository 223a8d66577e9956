import type { AdminOrderDetail, HistoryEntry } from '#contract/orders/orders-admin.ts';
import { mapKeys } from '#domain/base/keys.ts';
import { factsOf, hasOpenPictures } from '#domain/orders/derive.ts';
import { currentRound, latestReprint, type Order } from '#domain/orders/order.ts';
import { canReprint, isReprinting, MARKS } from '#domain/orders/order-stage.ts';
import { proofExpiry } from '#domain/production/proofs.ts';
import { auditOf, type StoredAudit } from '#server/audit/read-audit.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import { linkedOf, orderUrl, quoteUrl } from '#server/features/orders/order-link.ts';
import {
  presentAdminOrder,
  presentChange,
  presentComplaint,
  presentNotedRefund,
} from '#server/features/orders/present-order.ts';
import { findOpenLink, readCompleteLink } from '#server/features/orders/stored-links.ts';
import { findReplaced } from '#server/features/production/replaced-pictures.ts';
import { findLatestProof, type StoredProof } from '#server/features/production/stored-proofs.ts';
import { readCropColumns } from '#server/features/uploads/crop-columns.ts';
import { findUploads } from '#server/features/uploads/repo.ts';
import { pictureUrls } from '#server/features/uploads/urls.ts';
import { isoTime } from '#server/lib/iso-time.ts';

/** Returns an order with its history and everything that the panel shows of it. */
export async function detailOf(
  context: Pick<Context, 'config' | 'clock' | 'secret' | 'publicUrl'>,
  db: Queries | Tx,
  order: Order,
): Promise<AdminOrderDetail> {
  const entries = await auditOf(db, 'order', order.id);
  return {
    ...presentAdminOrder(order, context),
    originals: await readOriginals(db, order),
    proof: presentProof(await findLatestProof(db, order.id)),
    pictureRequest: await readPictureRequest(db, order),
    ...(await readPreviousPictures(db, order)),
    agreedTotal: order.cost.agreedTotal,
    orderUrl: orderUrl(context, linkedOf(order)),
    ...(order.quote && { quoteUrl: quoteUrl(context, linkedOf(order)) }),
    picturesUrl: await readCompleteLink(context, db, order.id),
    complaint: presentDetailedComplaint(order),
    changeRequest: presentDetailedChange(order),
    reprint: presentReprint(order),
    ...presentNotedRefund(order),
    canReprint: canReprint(factsOf(order)),
    marks: presentMarks(order, entries),
    waitsFor: order.waitsFor,
    dueOn: order.dueOn,
    leaveBy: order.leaveBy ?? undefined,
    history: entries.map(toHistory),
  };
}

async function readOriginals(
  db: Queries | Tx,
  { items }: Order,
): Promise<AdminOrderDetail['originals']> {
  const ids = [...new Set(items.map(({ uploadId }) => uploadId))];
  const uploads = new Map((await findUploads(db, ids)).map((upload) => [upload.id, upload]));
  return items.flatMap(({ uploadId }) => {
    const upload = uploads.get(uploadId);
    if (!upload) return [];
    const { width, height } = upload;
    return [{ width, height, start: readCropColumns(upload) }];
  });
}

function presentProof(row: StoredProof | null): AdminOrderDetail['proof'] {
  if (!row) return null;
  return {
    state: row.state,
    sentAt: isoTime(row.sent_at),
    expiresAt: isoTime(row.sent_at && proofExpiry(row.sent_at)),
    remindedAt: isoTime(row.reminded_at),
    answeredAt: isoTime(row.answered_at),
    words: row.words,
    pins: row.frozenPins,
    hash: row.hash,
  };
}

async function readPictureRequest(
  db: Queries | Tx,
  { id, pictureRequestedAt: at }: Order,
): Promise<AdminOrderDetail['pictureRequest']> {
  if (at === null) return null;
  const link = await findOpenLink(db, { orderId: id, purpose: 'picture' });
  // An expired link was deleted, but the shop still waits for the pictures.
  const { items = [], words = null } = link ?? {};
  return { items, words, at: new Date(at).toISOString() };
}

async function readPreviousPictures(
  db: Queries | Tx,
  order: Order,
): Promise<Pick<AdminOrderDetail, 'previousPictures'>> {
  const rows = hasOpenPictures(order) ? await findReplaced(db, order.id) : [];
  const last = rows.filter(({ position }, at) => rows[at - 1]?.position !== position);
  if (last.length === 0) return {};
  return {
    previousPictures: last.map(({ position, upload_id }) => ({
      n: position + 1,
      ...pictureUrls(upload_id),
    })),
  };
}

function presentDetailedComplaint(order: Order): AdminOrderDetail['complaint'] {
  const complaint = presentComplaint(order);
  const { words = null, file = null } = order.complaints.at(-1) ?? {};
  return complaint && { ...complaint, words, hasPhoto: file !== null };
}

function presentDetailedChange(order: Order): AdminOrderDetail['changeRequest'] {
  const request = presentChange(order);
  const { words = null, pictures = [] } = order.changeRequests.at(-1) ?? {};
  const images = pictures.map(({ uploadId, product = null, finish = null, ...picture }) => ({
    ...{ ...pictureUrls(uploadId), ...picture, product, finish },
  }));
  return request && { ...request, words, images };
}

function presentReprint(order: Order): AdminOrderDetail['reprint'] {
  const reprint = latestReprint(order);
  if (!reprint) return null;
  return {
    items: reprint.items.map(({ position, quantity }) => ({ n: position + 1, quantity })),
    at: new Date(reprint.startedAt ?? 0).toISOString(),
    isUnderWay: isReprinting(factsOf(order)),
    isPrinted: reprint.wasPrinted,
    shipping: reprint.parcel,
  };
}

/** The names of the admins come from the history. */
function presentMarks(order: Order, entries: readonly StoredAudit[]): AdminOrderDetail['marks'] {
  const { marks, markedBy } = currentRound(order);
  const admins = new Map(entries.map(({ by }) => [by?.uid ?? null, by]));
  return mapKeys(MARKS, (mark) => {
    const at = marks[mark];
    return at === null
      ? null
      : { at: new Date(at).toISOString(), by: admins.get(markedBy[mark]) ?? null };
  });
}

function toHistory({ entity: _, entityId: __, ...entry }: StoredAudit): HistoryEntry {
  const status = entry.changes.find(({ field }) => field === 'status');
  return { ...entry, from: textOf(status?.from), to: textOf(status?.to) };
}

function textOf(value: string | number | boolean | null | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
