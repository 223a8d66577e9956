import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Receipt } from '#contract/payment-details.ts';
import { ShopError } from '#domain/errors.ts';
import { sniffImageType } from '#domain/images.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { enqueueMail } from '#server/features/mail/enqueue-mail.ts';
import { findOwnOrderId, type OrderOf } from '#server/features/orders/order-link.ts';
import { isUnpaid, presentReceipt } from '#server/features/orders/present-order.ts';
import {
  type BookRoom,
  createDiskGuard,
  isPdf,
  readHead,
} from '#server/features/uploads/arrive.ts';
import { createDecodePicture } from '#server/features/uploads/decode-picture.ts';
import { withdrawJob } from '#server/jobs/enqueue.ts';
import { enqueueRemoval, planRemoval } from './remove-receipts.ts';

/** Receipts that an order may have one after the other. */
const MAX_SENT = 10;
const ENDED =
  'Este pedido ya está pagado, completado o cancelado: no necesita otro comprobante de pago';

/** Writes the form's file to the path, books room as it arrives, and says whose it is. */
export type SaveForm = (path: string, book: BookRoom) => Promise<OrderOf>;
type ReceiveReceipt = (save: SaveForm, address: string) => Promise<Receipt>;

/**
 * Returns what takes in a proof of transfer. Of a picture only the copy without metadata is stored; a
 * PDF as it is, for the owner to save.
 * It throws ShopError: `unauthenticated`, `not_found` for a wrong token, an unknown order or
 * another's, `order_ended` once there is nothing to prove, and what is wrong with the file.
 */
export function createReceiveReceipt(context: Context): ReceiveReceipt {
  const decodePicture = createDecodePicture(context);
  const withRoom = createDiskGuard(context.diskSpace);

  async function receive(
    save: (path: string) => Promise<OrderOf>,
    address: string,
  ): Promise<Receipt> {
    const path = join(context.scratchDir, randomUUID());
    const files = { path, imagePath: `${path}-image`, thumbnailPath: `${path}-thumbnail` };
    try {
      const orderId = await findOwnOrderId(context, await save(path));
      if (await isPdf(path)) {
        return await store(context, orderId, { path, type: 'application/pdf' });
      }
      if (!sniffImageType(await readHead(path))) throw new ShopError('receipt_type_not_allowed');
      await decodePicture(files, address);
      return await store(context, orderId, { path: files.imagePath, type: 'image/webp' });
    } finally {
      await Promise.all(Object.values(files).map((left) => rm(left, { force: true })));
    }
  }
  return (save, address) => withRoom((book) => receive((path) => save(path, book), address));
}

type Arrived = { path: string; type: string };

/** The file before its row, which never names one that is not there. */
async function store(context: Context, id: string, { path, type }: Arrived): Promise<Receipt> {
  const { db, clock, settings, storage, jobNotifier } = context;
  const { size: bytes } = await stat(path);
  const receipt_file = `${randomUUID()}.receipt`;
  const removal = await planRemoval(db.queries, receipt_file, clock());
  await storage.putFile(receipt_file, path);
  try {
    const stored = await db.transaction(async (tx) => {
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
      if (!(await withdrawJob(tx, removal))) throw new Error('the receipt came too late');
      const { seller } = (await settings.read(tx)).settings;
      if (seller.email) await enqueueMail(tx, { kind: 'receipt_received', orderId: id }, now);
      return after;
    });
    jobNotifier.notify();
    const receipt = presentReceipt(stored);
    if (!receipt) throw new Error('the receipt was not stored');
    return receipt;
  } catch (error) {
    // Any other failure may have come after the commit; the planned removal decides.
    if (error instanceof ShopError) await storage.remove(receipt_file);
    throw error;
  }
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
