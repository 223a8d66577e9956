import type { FastifyInstance } from 'fastify';
import { complaintFields, MAX_COMPLAINT_LENGTH, sendComplaint } from '#contract/complaints.ts';
import {
  answerComplaint as answerComplaintRoute,
  downloadComplaintPhoto,
  startReprint as startReprintRoute,
  withdrawReprint as withdrawReprintRoute,
} from '#contract/complaints-admin.ts';
import { CHARACTER_BYTES } from '#contract/route.ts';
import { ShopError } from '#domain/errors.ts';
import { MAX_ITEMS } from '#domain/images.ts';
import type { Context } from '#server/context.ts';
import { changed, changeTarget } from '#server/features/orders/change-call.ts';
import { type FormTexts, readFileForm } from '#server/features/orders/file-form.ts';
import { ARRIVAL_MS, type SaveForm } from '#server/features/orders/receipts/keep-file.ts';
import { createReceiveForm } from '#server/features/uploads/arrive.ts';
import { limitRate } from '#server/http/limits.ts';
import { parseBody, serve, serveFile, succeed } from '#server/http/route.ts';
import {
  answerComplaint,
  type Complaint,
  createReceiveComplaint,
  startReprint,
  withdrawReprint,
} from './complaints.ts';

const unreadable = () => new ShopError('validation_failed');
/**
 * Each item may be a field of its own; the words, the longest text, may have spaces around them.
 */
const LIMITS = { fields: MAX_ITEMS + 3, fieldSize: 2 * CHARACTER_BYTES * MAX_COMPLAINT_LENGTH };
const FORM = {
  type: 'object',
  properties: {
    token: { type: 'string' },
    orderId: { type: 'string' },
    items: { type: 'string' },
    words: { type: 'string' },
    photo: { type: 'string', format: 'binary' },
  },
  required: ['items', 'words'],
};

export function complaintRoutes(app: FastifyInstance, context: Context): void {
  const receiveForm = createReceiveForm(context);
  const receive = createReceiveComplaint(context);
  serve(
    app,
    sendComplaint,
    async ({ request, buyer }) => {
      const save: SaveForm<Complaint> = async (path, book) => {
        if (!request.isMultipart()) {
          return { ...parseBody(complaintFields, request.body), buyer };
        }
        const { texts } = await receiveForm(request, (end) =>
          readFileForm(request, { field: 'photo', path, end, book, unreadable, limits: LIMITS }),
        );
        return { ...readComplaint(texts), buyer };
      };
      return succeed({ order: await receive(save, request.ip) });
    },
    {
      onRequest: [limitRate(context, { name: 'complaint', points: 60, seconds: 3600 })],
      patienceMs: ARRIVAL_MS,
      docs: { consumes: ['multipart/form-data'], documented: { body: FORM } },
    },
  );
}

/** @throws ShopError `validation_failed` with every invalid field */
function readComplaint(texts: FormTexts): Omit<Complaint, 'buyer'> {
  return parseBody(complaintFields, {
    token: texts.get('token')?.at(-1),
    orderId: texts.get('orderId')?.at(-1),
    words: texts.get('words')?.at(-1),
    items: (texts.get('items') ?? []).flatMap(readNumbers),
  });
}

/** Returns the numbers in a field such as `2` or `[1,2]`; any other text unchanged. */
function readNumbers(sent: string): unknown[] {
  try {
    return [JSON.parse(sent)].flat();
  } catch {
    return [sent];
  }
}

export function complaintAdminRoutes(app: FastifyInstance, context: Context): void {
  const { db, storage } = context;
  serveFile(app, downloadComplaintPhoto, async ({ params: { id } }) => {
    const order = await db.queries
      .selectFrom('orders')
      .select('complaint_file')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    const file = order?.complaint_file ? await storage.open(order.complaint_file) : null;
    if (!file) throw new ShopError('not_found', { message: 'Este pedido no tiene foto' });
    const name = `${id}_algo-salio-mal.webp`;
    return { content: file.stream, type: 'image/webp', name, bytes: file.bytes };
  });
  serve(app, answerComplaintRoute, async (call) =>
    changed(
      call,
      call.body.refund ? 'Devolución anotada' : 'Respuesta enviada',
      await answerComplaint(context, changeTarget(call), call.body),
    ),
  );
  serve(app, startReprintRoute, async (call) => {
    const order = await startReprint(context, changeTarget(call), call.body);
    return changed(
      call,
      call.body.isPrinted ? 'Reenvío en marcha' : 'Reimpresión en marcha',
      order,
    );
  });
  serve(app, withdrawReprintRoute, async (call) =>
    changed(call, 'Reimpresión anulada', await withdrawReprint(context, changeTarget(call))),
  );
}
