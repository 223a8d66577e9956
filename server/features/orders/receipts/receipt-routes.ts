import type { FastifyInstance } from 'fastify';
import type { Receipt } from '#contract/payment-details.ts';
import { downloadReceipt, sendReceipt } from '#contract/receipts.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { enqueueMail } from '#server/features/mail/enqueue-mail.ts';
import { readFileForm } from '#server/features/orders/file-form.ts';
import { findOwnOrderId, type OrderOf } from '#server/features/orders/order-link.ts';
import { isUnpaid, presentReceipt } from '#server/features/orders/present-order.ts';
import { findLiveRow, lockOrder } from '#server/features/orders/repo.ts';
import { createReceiveForm } from '#server/features/uploads/arrive.ts';
import { formOptions } from '#server/http/bodies.ts';
import { limitRate } from '#server/http/limits.ts';
import { serve, serveFile, succeed } from '#server/http/route.ts';
import { sendStored } from '#server/http/send-stored.ts';
import { type Arrived, createTakeFile, keepFile, type SaveForm } from './keep-file.ts';
import { enqueueRemoval } from './remove-receipts.ts';

/** Maximum number of receipts per order, one after the other. */
const MAX_SENT = 10;
const ENDED =
  'Este pedido ya está pagado, completado o cancelado: no necesita otro comprobante de pago';

type ReceiveReceipt = (save: SaveForm<OrderOf>, address: string) => Promise<Receipt>;

/**
 * Returns the function that receives a proof of transfer. Of a picture only a copy without metadata
 * is stored; a PDF is stored unchanged, for the owner to download. It throws ShopError
 * `unauthenticated`, `not_found` for an invalid token or another buyer's order, `order_ended` when
 * the order needs no payment, and the file's errors.
 */
export function createReceiveReceipt(context: Context): ReceiveReceipt {
  const takeFile = createTakeFile(context, {
    takes: 'both',
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
  const order = await lockOrder(db, tx, id);
  if (!isUnpaid(order)) throw new ShopError('order_ended', { message: ENDED });
  if ((order.receipts_sent ?? 0) >= MAX_SENT) throw new ShopError('too_many_requests');
  return order;
}

const missing = () => new ShopError('receipt_missing');

export function receiptRoutes(app: FastifyInstance, context: Context): void {
  const receiveForm = createReceiveForm(context);
  const receive = createReceiveReceipt(context);
  serve(
    app,
    sendReceipt,
    async ({ request, buyer }) => {
      const save: SaveForm<OrderOf> = async (path, book) => {
        const { fields, hasFile } = await receiveForm(request, (end) =>
          readFileForm(request, { field: 'receipt', path, end, book, unreadable: missing }),
        );
        if (!hasFile) throw missing();
        const textOf = (name: string) => fields.get(name) ?? null;
        return { token: textOf('token'), orderId: textOf('orderId'), buyer };
      };
      return succeed({ receipt: await receive(save, request.ip) });
    },
    {
      onRequest: [limitRate(context, { name: 'receipt', points: 60, seconds: 3600 })],
      ...formOptions('receipt', { texts: { token: {}, orderId: {} }, required: ['receipt'] }),
    },
  );
}

export function receiptAdminRoutes(app: FastifyInstance, { db, storage }: Context): void {
  serveFile(app, downloadReceipt, async ({ params: { id } }) => {
    const { receipt_file, receipt_type } = (await findLiveRow(db.queries, id)) ?? {};
    const extension = receipt_type === 'application/pdf' ? 'pdf' : 'webp';
    return sendStored(storage, receipt_file, {
      type: receipt_type ?? 'image/webp',
      name: `${id}_comprobante.${extension}`,
      message: 'Este pedido no tiene comprobante',
    });
  });
}
