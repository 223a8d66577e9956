import type { Multipart } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { downloadReceipt, sendReceipt } from '#contract/receipts.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import { type Arriving, arrive, createReceiveForm } from '#server/features/uploads/arrive.ts';
import { limitRate } from '#server/http/limits.ts';
import { serve, serveFile, succeed } from '#server/http/route.ts';
import { refuseUnstorable } from '#server/http/storable-texts.ts';
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

/** @throws ShopError `receipt_missing` when the form has no such file */
async function saveForm(request: FastifyRequest, path: string, arriving: Arriving) {
  if (!request.isMultipart()) throw new ShopError('receipt_missing');
  const fields = new Map<string, string>();
  let isSaved = false;
  for await (const part of readParts(request)) {
    if (part.type === 'field') fields.set(part.fieldname, String(part.value));
    else if (part.fieldname !== 'receipt') part.file.resume();
    else {
      await arrive(part.file, path, arriving);
      isSaved = true;
    }
  }
  if (!isSaved) throw new ShopError('receipt_missing');
  refuseUnstorable(Object.fromEntries(fields));
  return { token: fields.get('token') ?? null, orderId: fields.get('orderId') ?? null };
}

/** @throws ShopError `receipt_missing` when the form itself cannot be read */
async function* readParts(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts();
  } catch {
    throw new ShopError('receipt_missing');
  }
}
