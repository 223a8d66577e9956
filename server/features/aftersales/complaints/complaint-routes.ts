import type { FastifyInstance } from 'fastify';
import {
  complaintFields,
  MAX_COMPLAINT_LENGTH,
  sendComplaint,
} from '#contract/aftersales/complaints.ts';
import type { ComplaintAnswer, ReprintBody } from '#contract/aftersales/complaints-admin.ts';
import * as calls from '#contract/aftersales/complaints-admin.ts';
import { CHARACTER_BYTES } from '#contract/base/route.ts';
import { ShopError } from '#domain/base/errors.ts';
import { MAX_ITEMS } from '#domain/pins/images.ts';
import type { Context } from '#server/context.ts';
import { changeWith } from '#server/features/orders/change-call.ts';
import { findLiveOrder } from '#server/features/orders/order.ts';
import { refuseType } from '#server/features/uploads/decode-picture.ts';
import type { FormTexts } from '#server/features/uploads/file-form.ts';
import { createTakeFile } from '#server/features/uploads/received-file.ts';
import { formOptions } from '#server/http/bodies.ts';
import { limitRate } from '#server/http/limits.ts';
import { parseBody, serve, serveFile, succeed } from '#server/http/route.ts';
import { sendStored } from '#server/http/send-stored.ts';
import {
  answerComplaint,
  type Complaint,
  checkComplaint,
  startReprint,
  storeComplaint,
  withdrawReprint,
} from './complaints.ts';

/**
 * Each item may be a field of its own; the words, the longest text, may have spaces around them.
 */
const LIMITS = { fields: MAX_ITEMS + 3, fieldSize: 2 * CHARACTER_BYTES * MAX_COMPLAINT_LENGTH };

export function complaintRoutes(app: FastifyInstance, context: Context): void {
  const takeFile = createTakeFile(context, {
    ...{ field: 'photo', takes: 'pictures', limits: LIMITS },
    unreadable: () => new ShopError('validation_failed'),
    wrongType: refuseType,
  });
  serve(
    app,
    sendComplaint,
    async ({ request, buyer }) => {
      const check = (sent: SentComplaint) =>
        checkComplaint(context, { ...sent, buyer, address: request.ip });
      const order = request.isMultipart()
        ? takeFile(request, {
            check: ({ texts }) => check(readComplaint(texts)),
            keep: (complaint, { path }) => storeComplaint(context, complaint, path),
            keepWithout: (complaint) => storeComplaint(context, complaint, null),
          })
        : storeComplaint(context, await check(parseBody(complaintFields, request.body)), null);
      return succeed({ order: await order });
    },
    {
      onRequest: [limitRate(context, { name: 'complaint', points: 60, seconds: 3600 })],
      ...formOptions('photo', {
        texts: { token: {}, orderId: {}, items: {}, words: {} },
        required: ['items', 'words'],
        json: complaintFields,
      }),
    },
  );
}

type SentComplaint = Omit<Complaint, 'buyer' | 'address'>;

/** @throws ShopError `validation_failed` with every invalid field */
function readComplaint(texts: FormTexts): SentComplaint {
  return parseBody(complaintFields, {
    token: texts.get('token')?.at(-1),
    orderId: texts.get('orderId')?.at(-1),
    words: texts.get('words')?.at(-1),
    items: readItems(texts.get('items') ?? []),
  });
}

/** Returns the numbers of all fields; of too many, as many as show that. */
function readItems(fields: readonly string[]): unknown[] {
  const numbers: unknown[] = [];
  for (const field of fields) {
    if (numbers.length > MAX_ITEMS) break;
    numbers.push(...readNumbers(field));
  }
  return numbers;
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
  serveFile(app, calls.downloadComplaintPhoto, async ({ params: { id } }) => {
    const { file = null } = (await findLiveOrder(db.queries, id))?.complaints.at(-1) ?? {};
    return sendStored(storage, file, {
      type: 'image/webp',
      name: `${id}_algo-salio-mal.webp`,
      message: 'Este pedido no tiene foto',
    });
  });
  const change = changeWith(context);
  const answered = ({ refund }: ComplaintAnswer) =>
    refund ? (refund.on ? 'Devolución anotada' : 'Devolución prometida') : 'Respuesta enviada';
  const started = ({ isPrinted }: ReprintBody) =>
    isPrinted ? 'Reenvío en marcha' : 'Reimpresión en marcha';
  serve(app, calls.answerComplaint, change(answered, answerComplaint));
  serve(app, calls.startReprint, change(started, startReprint));
  serve(app, calls.withdrawReprint, change('Reimpresión anulada', withdrawReprint));
}
