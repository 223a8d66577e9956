import type { FastifyInstance } from 'fastify';
import { downloadReceipt, sendReceipt } from '#contract/receipts.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import type { OrderOf } from '#server/features/orders/order-link.ts';
import { createReceiveForm } from '#server/features/uploads/arrive.ts';
import { limitRate } from '#server/http/limits.ts';
import { serve, serveFile, succeed } from '#server/http/route.ts';
import { ARRIVAL_MS, type SaveForm, saveForm } from './keep-file.ts';
import { createReceiveReceipt } from './receive-receipt.ts';

const missing = () => new ShopError('receipt_missing');
const FORM = {
  type: 'object',
  properties: {
    token: { type: 'string' },
    orderId: { type: 'string' },
    receipt: { type: 'string', format: 'binary' },
  },
  required: ['receipt'],
};

export function receiptRoutes(app: FastifyInstance, context: Context): void {
  const receiveForm = createReceiveForm(context);
  const receive = createReceiveReceipt(context);
  serve(
    app,
    sendReceipt,
    async ({ request, buyer }) => {
      const save: SaveForm<OrderOf> = async (path, book) => {
        const texts = await receiveForm(request, (end) =>
          saveForm(request, path, { field: 'receipt', missing, arriving: { end, book } }),
        );
        const textOf = (name: string) => texts.get(name)?.at(-1) ?? null;
        return { token: textOf('token'), orderId: textOf('orderId'), buyer };
      };
      return succeed({ receipt: await receive(save, request.ip) });
    },
    {
      onRequest: [limitRate(context, { name: 'receipt', points: 60, seconds: 3600 })],
      patienceMs: ARRIVAL_MS,
      docs: { consumes: ['multipart/form-data'], documented: { body: FORM } },
    },
  );
}

export function receiptAdminRoutes(app: FastifyInstance, { db, storage }: Context): void {
  serveFile(app, downloadReceipt, async ({ params: { id } }) => {
    const order = await db.queries
      .selectFrom('orders')
      .select(['receipt_file', 'receipt_type'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    const file = order?.receipt_file ? await storage.open(order.receipt_file) : null;
    if (!order?.receipt_type || !file) {
      throw new ShopError('not_found', { message: 'Este pedido no tiene comprobante' });
    }
    const extension = order.receipt_type === 'application/pdf' ? 'pdf' : 'webp';
    const name = `${id}_comprobante.${extension}`;
    return { content: file.stream, type: order.receipt_type, name, bytes: file.bytes };
  });
}
