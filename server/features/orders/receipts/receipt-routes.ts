import type { FastifyInstance, FastifyRequest } from 'fastify';
import { downloadReceipt, sendReceipt } from '#contract/receipts.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import { readFileForm } from '#server/features/orders/file-form.ts';
import { type Arriving, createReceiveForm } from '#server/features/uploads/arrive.ts';
import { limitRate } from '#server/http/limits.ts';
import { serve, serveFile, succeed } from '#server/http/route.ts';
import { createReceiveReceipt, type SaveForm } from './receive-receipt.ts';

/** Time for 5 MB to arrive over a bad mobile connection. */
const ARRIVAL_MS = 300_000;
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
      const save: SaveForm = async (path, book) => {
        const form = await receiveForm(request, (end) => saveForm(request, path, { end, book }));
        return { ...form, buyer };
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

/** @throws ShopError `receipt_missing` when the form has no such file, or cannot be read */
async function saveForm(request: FastifyRequest, path: string, arriving: Arriving) {
  const form = { ...arriving, field: 'receipt', path, unreadable };
  const { fields, hasFile } = await readFileForm(request, form);
  if (!hasFile) throw unreadable();
  return { token: fields.get('token') ?? null, orderId: fields.get('orderId') ?? null };
}

function unreadable(): ShopError {
  return new ShopError('receipt_missing');
}
