import { isDeepStrictEqual } from 'node:util';
import type { AuditChange } from '#contract/base/audit.ts';
import type { BuyerOrder } from '#contract/orders/orders.ts';
import type { DocumentBody } from '#contract/payments/documents.ts';
import { dayOf } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import { documentOf, type Order, type OrderDocument } from '#domain/orders/order.ts';
import { isFree } from '#domain/orders/order-money.ts';
import { isVoid } from '#domain/orders/status.ts';
import { documentLabel, type Invoice } from '#domain/payments/invoice.ts';
import { countActions } from '#server/audit/read-audit.ts';
import { diff, diffName } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import { changeOwnOrder } from '#server/features/orders/change-call.ts';
import { type ChangeTarget, changeOrder, findLiveOrder } from '#server/features/orders/order.ts';
import type { OrderOf } from '#server/features/orders/order-link.ts';
import { type Kept, keepFile } from '#server/features/uploads/received-file.ts';
import { enqueueRemoval } from '#server/features/uploads/remove-files.ts';
import { validationError } from '#server/http/errors.ts';
import type { FileAnswer } from '#server/http/route.ts';
import { sendStored } from '#server/http/send-stored.ts';

/**
 * Records an order's boleta and mails its buyer: once per order, unless `tellsAgain`.
 * @param path the uploaded PDF; null: none, and the stored one is kept unless the number changes
 * @throws ShopError `validation_failed` for a day in the future, `document_issued` if the order has
 *   one of the other kind
 */
export async function noteDocument(
  context: Context,
  target: ChangeTarget,
  { kind, number, issuedOn, tellsAgain }: DocumentBody,
  path: string | null,
): Promise<Order> {
  if (issuedOn > dayOf(context.clock())) {
    const name = documentLabel(kind).toLowerCase();
    throw validationError({ issuedOn: `La fecha de la ${name} no puede ser futura` });
  }
  const note = (kept: Kept | null) =>
    changeOrder(context, target, async (order, tx) => {
      const now = context.clock();
      const before = documentOf(order);
      if (before && before.kind !== kind) throw new ShopError('document_issued');
      const file = kept ?? (before?.number === number ? before.file : null);
      const told = order.documents.findLast(({ toldByJob }) => toldByJob)?.toldByJob ?? null;
      const document = {
        ...{ kind, number, issuedOn, file: file && { key: file.key, bytes: file.bytes } },
        ...{ notedAt: now, removedAt: null, toldByJob: tellsAgain ? null : told },
      };
      const changes = changesOf(before, document);
      const tells = tellsAgain || before === null;
      if (changes.length === 0 && !tells) return null;
      await kept?.claim(tx);
      if (before?.file && before.file.key !== file?.key) {
        await enqueueRemoval(tx, before.file.key, now);
      }
      return {
        set: { documents: [...removeAll(order, now), document] },
        action: 'document_changed',
        changes,
        mails: tells ? [{ kind: 'document_issued' }] : [],
      };
    });
  return path === null ? note(null) : keepFile(context, path, note, 'document');
}

/** Removes an order's boleta and its PDF. */
export function removeDocument(context: Context, target: ChangeTarget): Promise<Order> {
  return changeOrder(context, target, async (order, tx) => {
    const before = documentOf(order);
    if (!before) return null;
    const now = context.clock();
    await enqueueRemoval(tx, before.file?.key ?? null, now);
    return {
      set: { documents: removeAll(order, now) },
      action: 'document_changed',
      changes: changesOf(before, null),
    };
  });
}

/** Returns the documents as removed, without their files. */
function removeAll({ documents }: Order, now: number): OrderDocument[] {
  return documents.map((each) => ({ ...each, file: null, removedAt: each.removedAt ?? now }));
}

/** Returns the PDF of an order's boleta. @throws ShopError `not_found` */
export async function openDocument({ db, storage }: Context, id: string): Promise<FileAnswer> {
  const order = await findLiveOrder(db.queries, id);
  return sendStored(storage, (order && documentOf(order)?.file?.key) ?? null, {
    type: 'application/pdf',
    name: order ? documentName(order) : '',
    message: 'Este pedido no tiene el PDF de su boleta',
  });
}

export function documentName(order: Order): string {
  return `${order.id}_${documentOf(order)?.kind ?? 'boleta'}.pdf`;
}

/** Each time adds a version of the order and an audit entry. */
const MAX_REQUESTS = 20;
const FREE = 'Este pedido no cuesta nada: no lleva factura';

/**
 * Notes for whom its buyer wants a factura.
 * @throws ShopError `unauthenticated`, `not_found`, `order_ended`, `document_issued`,
 *   `too_many_requests`
 */
export async function requestInvoice(
  context: Context,
  of: OrderOf,
  invoice: Invoice,
): Promise<BuyerOrder> {
  const order = await changeOwnOrder(context, of, async (order, tx) => {
    if (isVoid(order.status)) throw new ShopError('order_ended');
    if (isFree(order)) throw new ShopError('order_ended', { message: FREE });
    if (documentOf(order)) throw new ShopError('document_issued');
    if (isDeepStrictEqual(order.invoice, invoice)) return null;
    const action = 'invoice_requested';
    const count = await countActions(tx, { orderId: order.id, action });
    if (count >= MAX_REQUESTS) throw new ShopError('too_many_requests');
    return { set: { invoice }, action, changes: [{ field: 'invoice' }] };
  });
  // Its sender knows it unmasked.
  return { ...order, invoice };
}

function changesOf(from: OrderDocument | null, to: OrderDocument | null): AuditChange[] {
  return [
    ...diff('document', from?.number ?? null, to?.number ?? null),
    ...diff('issuedOn', from?.issuedOn ?? null, to?.issuedOn ?? null),
    ...diffName('documentFile', from?.file?.key ?? null, to?.file?.key ?? null),
  ];
}
