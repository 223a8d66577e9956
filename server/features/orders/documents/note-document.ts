import type { AuditChange } from '#contract/audit.ts';
import type { DocumentBody } from '#contract/documents.ts';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { dayOf } from '#domain/dates.ts';
import { diff, diffName } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import { type ChangeTarget, changeOrder } from '#server/features/orders/change-order.ts';
import { type Kept, keepFile } from '#server/features/orders/receipts/keep-file.ts';
import { enqueueRemoval } from '#server/features/orders/receipts/remove-receipts.ts';
import type { OrderRow } from '#server/features/orders/repo.ts';
import { findLiveRow } from '#server/features/orders/repo.ts';
import { validationError } from '#server/http/errors.ts';
import type { FileAnswer } from '#server/http/route.ts';
import { sendStored } from '#server/http/send-stored.ts';

const NO_FILE = { document_file: null, document_bytes: null };

type Columns = Pick<
  OrderRow,
  'document_number' | 'document_on' | 'document_file' | 'document_bytes'
>;

/**
 * Records an order's boleta and mails its buyer: once per order, unless `tellsAgain`.
 * @param path the uploaded PDF; null: none, and the stored one is kept unless the number changes
 * @throws ShopError `validation_failed` for a day in the future
 */
export async function noteDocument(
  context: Context,
  target: ChangeTarget,
  { number, issuedOn, tellsAgain }: DocumentBody,
  path: string | null,
): Promise<AdminOrderDetail> {
  if (issuedOn > dayOf(context.clock())) {
    throw validationError({ issuedOn: 'La fecha de la boleta no puede ser futura' });
  }
  const note = (kept: Kept | null) =>
    changeOrder(context, target, async (order, tx) => {
      const set = {
        document_number: number,
        document_on: issuedOn,
        ...fileColumns(order, number, kept),
      };
      const changes = changesOf(order, set);
      const tells = tellsAgain || order.document_number === null;
      if (changes.length === 0 && !tells) return null;
      await kept?.claim(tx);
      if (order.document_file !== set.document_file) {
        await enqueueRemoval(tx, order.document_file, context.clock());
      }
      return {
        set: { ...set, ...(tellsAgain ? { document_mail_job: null } : {}) },
        action: 'document_changed',
        changes,
        mails: tells ? [{ kind: 'document_issued' }] : [],
      };
    });
  return path === null ? note(null) : keepFile(context, path, note, 'document');
}

/** Removes an order's boleta and its PDF. */
export function removeDocument(context: Context, target: ChangeTarget): Promise<AdminOrderDetail> {
  const set = { document_number: null, document_on: null, ...NO_FILE };
  return changeOrder(context, target, async (order, tx) => {
    const changes = changesOf(order, set);
    if (changes.length === 0) return null;
    await enqueueRemoval(tx, order.document_file, context.clock());
    return { set, action: 'document_changed', changes };
  });
}

/** Returns the PDF of an order's boleta. @throws ShopError `not_found` */
export async function openDocument({ db, storage }: Context, id: string): Promise<FileAnswer> {
  return sendStored(storage, (await findLiveRow(db.queries, id))?.document_file, {
    type: 'application/pdf',
    name: documentName(id),
    message: 'Este pedido no tiene el PDF de su boleta',
  });
}

export function documentName(orderId: string): string {
  return `${orderId}_boleta.pdf`;
}

function fileColumns(
  { document_number, document_file, document_bytes }: OrderRow,
  number: string,
  kept: Kept | null,
): Pick<Columns, 'document_file' | 'document_bytes'> {
  if (kept) return { document_file: kept.key, document_bytes: kept.bytes };
  return document_number === number ? { document_file, document_bytes } : NO_FILE;
}

function changesOf(from: Columns, to: Columns): AuditChange[] {
  return [
    ...diff('document', from.document_number, to.document_number),
    ...diff('issuedOn', from.document_on, to.document_on),
    ...diffName('documentFile', from.document_file, to.document_file),
  ];
}
