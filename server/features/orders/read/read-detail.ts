import type { AuditAction } from '#contract/audit.ts';
import type { AdminOrderDetail, HistoryEntry } from '#contract/orders-admin.ts';
import { ShopError } from '#domain/errors.ts';
import { mapKeys } from '#domain/keys.ts';
import { canReprint, isReprinting, MARKS, type Mark } from '#domain/order-stage.ts';
import { proofExpiry } from '#domain/proofs.ts';
import { auditOf, type StoredAudit } from '#server/audit/read-audit.ts';
import type { Context } from '#server/context.ts';
import type { Queries } from '#server/db/types.ts';
import { readCompleteLink } from '#server/features/orders/complete-link.ts';
import { factsOf, markColumn } from '#server/features/orders/order-facts.ts';
import { orderUrl } from '#server/features/orders/order-link.ts';
import { findOpenLink } from '#server/features/orders/order-links.ts';
import { parcelOf } from '#server/features/orders/parcel.ts';
import {
  presentAdminOrder,
  presentComplaint,
  presentNotedRefund,
  wasPrinted,
} from '#server/features/orders/present-order.ts';
import { findLatestProof, type StoredProof } from '#server/features/orders/proofs.ts';
import { findReplaced, hasOpenPictures } from '#server/features/orders/replaced-pictures.ts';
import { findLiveOrder, type OrderRow, type StoredOrder } from '#server/features/orders/repo.ts';
import { readReprints } from '#server/features/orders/reprinted.ts';
import { readCropColumns } from '#server/features/uploads/crop-columns.ts';
import { findUploads } from '#server/features/uploads/repo.ts';
import { pictureUrls } from '#server/features/uploads/urls.ts';
import { isoTime } from '#server/lib/iso-time.ts';

const ANSWERS: readonly AuditAction[] = ['proof_answered', 'proof_recorded'];

/** Returns an order with its history. @throws ShopError `not_found`, also for one in the bin */
export async function readDetail(context: Context, id: string): Promise<AdminOrderDetail> {
  const { queries } = context.db;
  const stored = await findLiveOrder(queries, id);
  if (!stored) throw new ShopError('not_found');
  return toDetail(context, queries, stored);
}

export async function toDetail(
  context: Pick<Context, 'config' | 'secret' | 'publicUrl'>,
  db: Queries,
  stored: StoredOrder,
): Promise<AdminOrderDetail> {
  const entries = await auditOf(db, 'order', stored.order.id);
  return {
    ...presentAdminOrder(stored, context.config),
    originals: await readOriginals(db, stored),
    proof: presentProof(await findLatestProof(db, stored.order.id), entries),
    pictureRequest: await readPictureRequest(db, stored.order),
    ...(await readPreviousPictures(db, stored.order)),
    agreedTotal: stored.order.agreed_total,
    orderUrl: orderUrl(context, stored.order),
    picturesUrl: await readCompleteLink(context, db, stored.order.id),
    complaint: presentDetailedComplaint(stored.order, entries),
    reprint: presentReprint(stored.order, await readReprints(db, [stored.order])),
    ...presentNotedRefund(stored),
    canReprint: canReprint(factsOf(stored.order)),
    marks: presentMarks(stored.order, entries),
    waitsFor: stored.order.waits_for,
    dueOn: stored.order.due_on,
    history: entries.map(toHistory),
  };
}

async function readOriginals(
  db: Queries,
  { items }: StoredOrder,
): Promise<AdminOrderDetail['originals']> {
  const ids = [...new Set(items.map(({ upload_id }) => upload_id))];
  const uploads = new Map((await findUploads(db, ids)).map((upload) => [upload.id, upload]));
  return items.flatMap(({ upload_id }) => {
    const upload = uploads.get(upload_id);
    if (!upload) return [];
    const { width, height } = upload;
    return [{ width, height, start: readCropColumns(upload) }];
  });
}

/** Times and content come from the proof, the buyer's words from the audit log. */
function presentProof(
  row: StoredProof | null,
  entries: readonly StoredAudit[],
): AdminOrderDetail['proof'] {
  if (!row) return null;
  const answer = entries.findLast(({ action }) => ANSWERS.includes(action));
  return {
    state: row.state,
    sentAt: isoTime(row.sent_at),
    expiresAt: isoTime(row.sent_at && proofExpiry(row.sent_at)),
    remindedAt: isoTime(row.reminded_at),
    answeredAt: isoTime(row.answered_at),
    words: row.answered_at === null ? null : (answer?.reason ?? null),
    pins: row.frozenPins,
    hash: row.hash,
  };
}

async function readPictureRequest(
  db: Queries,
  { id, picture_requested_at: at }: OrderRow,
): Promise<AdminOrderDetail['pictureRequest']> {
  if (at === null) return null;
  const link = await findOpenLink(db, { orderId: id, purpose: 'picture' });
  // An expired link was deleted, but the shop still waits for the pictures.
  const { items = [], words = null } = link ?? {};
  return { items, words, at: new Date(at).toISOString() };
}

async function readPreviousPictures(
  db: Queries,
  order: OrderRow,
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

function presentDetailedComplaint(
  order: OrderRow,
  entries: readonly StoredAudit[],
): AdminOrderDetail['complaint'] {
  const complaint = presentComplaint(order);
  if (!complaint) return null;
  const sent = entries.findLast(({ action }) => action === 'complaint_sent');
  const hasPhoto = order.complaint_file !== null;
  return { ...complaint, words: sent?.reason ?? null, hasPhoto };
}

function presentReprint(
  order: OrderRow,
  reprints: Awaited<ReturnType<typeof readReprints>>,
): AdminOrderDetail['reprint'] {
  if (order.reprint_at === null) return null;
  const rows = reprints.get(order.id) ?? [];
  return {
    items: rows.map(({ position, quantity }) => ({ n: position + 1, quantity })),
    at: new Date(order.reprint_at).toISOString(),
    isUnderWay: isReprinting(factsOf(order)),
    isPrinted: wasPrinted(order),
    shipping: parcelOf(order, { ofReprint: true }),
  };
}

/** The time of each mark comes from the order, the user who set it from the audit log. */
function presentMarks(order: OrderRow, entries: readonly StoredAudit[]): AdminOrderDetail['marks'] {
  return mapKeys(MARKS, (mark: Mark) => {
    const at = order[markColumn(order, mark)];
    if (at === null) return null;
    const entry = entries.findLast(
      ({ action, changes }) => action === 'mark_set' && changes.some(({ field }) => field === mark),
    );
    return { at: new Date(at).toISOString(), by: entry?.by ?? null };
  });
}

function toHistory({ entity: _, entityId: __, ...entry }: StoredAudit): HistoryEntry {
  const status = entry.changes.find(({ field }) => field === 'status');
  return { ...entry, from: textOf(status?.from), to: textOf(status?.to) };
}

function textOf(value: string | number | boolean | null | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
