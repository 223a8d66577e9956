import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { AuditChange } from '#contract/audit.ts';
import type { DocumentBody } from '#contract/documents.ts';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { dayOf } from '#domain/dates.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import { type ChangeTarget, changeOrder } from '#server/features/orders/change-order.ts';
import { enqueueRemoval, planRemoval } from '#server/features/orders/receipts/remove-receipts.ts';
import type { OrderRow } from '#server/features/orders/repo.ts';
import { isPdf } from '#server/features/uploads/arrive.ts';
import { validationError } from '#server/http/errors.ts';
import type { FileAnswer } from '#server/http/route.ts';
import { withdrawJob } from '#server/jobs/enqueue.ts';

const NO_PDF = 'La boleta tiene que ser un archivo PDF';
const NO_DOCUMENT = 'Este pedido no tiene el PDF de su boleta';
const NO_FILE = { document_file: null, document_bytes: null };

type Columns = Pick<
  OrderRow,
  'document_number' | 'document_on' | 'document_file' | 'document_bytes'
>;

/**
 * Records an order's boleta and mails its buyer: once per order, unless `tellsAgain`.
 * @param path the uploaded PDF; null: none, and the stored one is kept unless the number changes
 * @throws ShopError `validation_failed` for a day in the future, `unsupported_media_type` for
 *   another file than a PDF
 */
export async function noteDocument(
  context: Context,
  target: ChangeTarget,
  { number, issuedOn, tellsAgain }: DocumentBody,
  path: string | null,
): Promise<AdminOrderDetail> {
  const { clock, storage } = context;
  if (issuedOn > dayOf(clock())) {
    throw validationError({ issuedOn: 'La fecha de la boleta no puede ser futura' });
  }
  const kept = path === null ? null : await keepFile(context, path);
  try {
    return await changeOrder(context, target, async (order, tx) => {
      const set = {
        document_number: number,
        document_on: issuedOn,
        ...fileColumns(order, number, kept),
      };
      const changes = changesOf(order, set);
      const tells = tellsAgain || order.document_number === null;
      if (changes.length === 0 && !tells) return null;
      if (kept && !(await withdrawJob(tx, kept.removal))) throw new Error('the PDF came too late');
      if (order.document_file !== set.document_file) {
        await enqueueRemoval(tx, order.document_file, clock());
      }
      return {
        set: { ...set, ...(tellsAgain ? { document_mail_job: null } : {}) },
        action: 'document_changed',
        changes,
        mails: tells ? [{ kind: 'document_issued' }] : [],
      };
    });
  } catch (error) {
    // After any other error the commit may have succeeded: then the planned removal decides.
    if (kept && error instanceof ShopError) await storage.remove(kept.key);
    throw error;
  }
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
  const order = await db.queries
    .selectFrom('orders')
    .select(['document_number', 'document_file'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const file = order?.document_file ? await storage.open(order.document_file) : null;
  if (!order || !file) throw new ShopError('not_found', { message: NO_DOCUMENT });
  const { stream: content, bytes } = file;
  return { content, bytes, type: 'application/pdf', name: documentName(id) };
}

/** Returns the file name of a boleta's PDF. */
export function documentName(orderId: string): string {
  return `${orderId}_boleta.pdf`;
}

type Kept = { key: string; bytes: number; removal: string };

/** Stores the file before its row is written, so that no row names a missing file. */
async function keepFile({ db, clock, storage }: Context, path: string): Promise<Kept> {
  if (!(await isPdf(path))) {
    throw new ShopError('unsupported_media_type', { message: NO_PDF, fields: { file: NO_PDF } });
  }
  const { size: bytes } = await stat(path);
  const key = `${randomUUID()}.document`;
  const removal = await planRemoval(db.queries, key, clock());
  await storage.putFile(key, path);
  return { key, bytes, removal };
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
    ...(from.document_number === to.document_number
      ? []
      : [{ field: 'document', from: from.document_number, to: to.document_number }]),
    ...(from.document_on === to.document_on
      ? []
      : [{ field: 'issuedOn', from: from.document_on, to: to.document_on }]),
    ...(from.document_file === to.document_file ? [] : [{ field: 'documentFile' }]),
  ];
}
