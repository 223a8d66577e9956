import type { Receipt } from '#contract/payment-details.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { enqueueMail } from '#server/features/mail/enqueue-mail.ts';
import { findOwnOrderId, type OrderOf } from '#server/features/orders/order-link.ts';
import { isUnpaid, presentReceipt } from '#server/features/orders/present-order.ts';
import { type Arrived, createTakeFile, keepFile, type SaveForm } from './keep-file.ts';
import { enqueueRemoval } from './remove-receipts.ts';

/** Receipts that an order may have one after the other. */
const MAX_SENT = 10;
const ENDED =
  'Este pedido ya está pagado, completado o cancelado: no necesita otro comprobante de pago';

type ReceiveReceipt = (save: SaveForm<OrderOf>, address: string) => Promise<Receipt>;

/**
 * Returns what takes in a proof of transfer. Of a picture only the copy without metadata is stored; a
 * PDF as it is, for the owner to save.
 * It throws ShopError: `unauthenticated`, `not_found` for a wrong token, an unknown order or
 * another's, `order_ended` once there is nothing to prove, and what is wrong with the file.
 */
export function createReceiveReceipt(context: Context): ReceiveReceipt {
  const takeFile = createTakeFile(context, {
    takesPdf: true,
    wrongType: () => new ShopError('receipt_type_not_allowed'),
  });
  return (save, address) =>
    takeFile(save, address, {
      isFor: (of) => findOwnOrderId(context, of),
      keep: (id, arrived) => store(context, id, arrived),
    });
}

async function store(context: Context, id: string, { path, type }: Arrived): Promise<Receipt> {
  const { db, clock, settings } = context;
  const stored = await keepFile(context, path, ({ key: receipt_file, bytes, claim }) =>
    db.transaction(async (tx) => {
      const before = await lockUnpaid(context, tx, id);
      const now = clock();
      const facts = { receipt_type: type, receipt_bytes: bytes, receipt_at: now };
      const after = await tx
        .updateTable('orders')
        .set({ ...facts, receipt_file, receipts_sent: (before.receipts_sent ?? 0) + 1 })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await enqueueRemoval(tx, before.receipt_file, now);
      await claim(tx);
      const { seller } = (await settings.read(tx)).settings;
      if (seller.email) await enqueueMail(tx, { kind: 'receipt_received', orderId: id }, now);
      return after;
    }),
  );
  const receipt = presentReceipt(stored);
  if (!receipt) throw new Error('the receipt was not stored');
  return receipt;
}

/** @throws ShopError `not_found`, `order_ended`, `too_many_requests` */
async function lockUnpaid({ db }: Context, tx: Tx, id: string) {
  const order = await db
    .lockRows(tx.selectFrom('orders').selectAll().where('id', '=', id))
    .executeTakeFirst();
  if (!order || order.deleted_at !== null) throw new ShopError('not_found');
  if (!isUnpaid(order)) {
    throw new ShopError('order_ended', { message: ENDED });
  }
  if ((order.receipts_sent ?? 0) >= MAX_SENT) throw new ShopError('too_many_requests');
  return order;
}
