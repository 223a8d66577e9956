import type { FastifyInstance } from 'fastify';
import type { Receipt } from '#contract/payments/payment-details.ts';
import { downloadReceipt, sendReceipt } from '#contract/payments/receipts.ts';
import { ShopError } from '#domain/base/errors.ts';
import { type Order, RECEIPT_TYPES } from '#domain/orders/order.ts';
import { isOwed } from '#domain/orders/order-money.ts';
import type { Context } from '#server/context.ts';
import { changeOrder, findLiveOrder } from '#server/features/orders/order.ts';
import { findOwnOrderId, type OrderOf, refuseOthers } from '#server/features/orders/order-link.ts';
import { presentReceipt } from '#server/features/orders/present-order.ts';
import { refuseType } from '#server/features/uploads/decode-picture.ts';
import { type Arrived, createTakeFile, keepFile } from '#server/features/uploads/received-file.ts';
import { enqueueRemoval } from '#server/features/uploads/remove-files.ts';
import { formOptions } from '#server/http/bodies.ts';
import { limitRate } from '#server/http/limits.ts';
import { serve, serveFile, succeed } from '#server/http/route.ts';
import { sendStored } from '#server/http/send-stored.ts';

/** Maximum number of receipts per order, one after the other. */
const MAX_SENT = 10;
const ENDED = 'Este pedido ya está pagado o cancelado: no necesita otro comprobante de pago';

/**
 * Stores a proof of transfer: of a picture only a copy without metadata, a PDF unchanged, for the
 * owner to download.
 * @throws ShopError `not_found` for another buyer's order, `order_ended` when the order needs no
 *   payment, `too_many_requests`
 */
export async function storeReceipt(
  context: Context,
  { id, ...of }: OrderOf & { id: string },
  { path, type }: Arrived,
): Promise<Receipt> {
  const { clock } = context;
  const order = await keepFile(context, path, ({ key: file, bytes, claim }) =>
    changeOrder(context, { id, by: null, version: null }, async (before, tx) => {
      refuseOthers(context, before, of);
      refusePaid(before);
      const now = clock();
      for (const earlier of before.receipts) await enqueueRemoval(tx, earlier.file, now);
      await claim(tx);
      const earlier = before.receipts.map((each) => ({ ...each, file: null }));
      return {
        set: { receipts: [...earlier, { at: now, file, type, bytes }] },
        action: null,
        changes: [],
        mails: [{ kind: 'receipt_received' }],
      };
    }),
  );
  const receipt = presentReceipt(order);
  if (!receipt) throw new Error('the receipt was not stored');
  return receipt;
}

/** @throws ShopError `order_ended`, `too_many_requests` */
function refusePaid(order: Order): void {
  if (!isOwed(order)) throw new ShopError('order_ended', { message: ENDED });
  if (order.receipts.length >= MAX_SENT) throw new ShopError('too_many_requests');
}

export function receiptRoutes(app: FastifyInstance, context: Context): void {
  const takeFile = createTakeFile(context, {
    ...{ field: 'receipt', takes: 'both' },
    tooLarge: { message: 'El comprobante puede pesar hasta 5 MB' },
    unreadable: () => new ShopError('receipt_missing'),
    wrongType: (advice) => refuseType(advice, 'receipt_type_not_allowed'),
  });
  serve(
    app,
    sendReceipt,
    async ({ request, buyer }) => {
      const receipt = await takeFile(request, {
        check: async ({ fields }) => {
          const textOf = (name: string) => fields.get(name) ?? null;
          const of = { token: textOf('token'), orderId: textOf('orderId'), buyer };
          return { ...of, id: await findOwnOrderId(context, of) };
        },
        keep: (of, arrived) => storeReceipt(context, of, arrived),
      });
      return succeed({ receipt });
    },
    {
      onRequest: [limitRate(context, { name: 'receipt', points: 60, seconds: 3600 })],
      ...formOptions('receipt', { texts: { token: {}, orderId: {} }, required: ['receipt'] }),
    },
  );
}

export function receiptAdminRoutes(app: FastifyInstance, { db, storage }: Context): void {
  serveFile(app, downloadReceipt, async ({ params: { id } }) => {
    const receipt = (await findLiveOrder(db.queries, id))?.receipts.at(-1);
    // A copy restored by an earlier version may have any type in this column.
    const type = RECEIPT_TYPES.find((known) => known === receipt?.type) ?? 'image/webp';
    const extension = type === 'application/pdf' ? 'pdf' : 'webp';
    return sendStored(storage, receipt?.file, {
      type,
      name: `${id}_comprobante.${extension}`,
      message: 'Este pedido no tiene comprobante',
    });
  });
}
