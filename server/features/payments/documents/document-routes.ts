import type { FastifyInstance } from 'fastify';
import type { InferResult } from 'kysely';
import type { DocumentBody } from '#contract/payments/documents.ts';
import * as calls from '#contract/payments/documents.ts';
import { dayOf } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Order } from '#domain/orders/order.ts';
import { statusLabel } from '#domain/orders/status.ts';
import { DOCUMENT_KINDS, documentLabel } from '#domain/payments/invoice.ts';
import type { Context } from '#server/context.ts';
import { isPast } from '#server/db/is-past.ts';
import { changed, changeTarget } from '#server/features/orders/change-call.ts';
import { findOwnOrderId } from '#server/features/orders/order-link.ts';
import { createTakeFile } from '#server/features/uploads/received-file.ts';
import { formOptions } from '#server/http/bodies.ts';
import { limitRate } from '#server/http/limits.ts';
import { type FileAnswer, parseBody, serve, serveFile, succeed } from '#server/http/route.ts';
import { type CsvColumns, csvFile, dayCell, writeCsv } from '#server/lib/csv.ts';
import { takeTurn } from '#server/lib/take-turn.ts';
import { noteDocument, openDocument, removeDocument, requestInvoice } from './note-document.ts';

const NO_PDF = 'La boleta tiene que ser un archivo PDF';
const TOO_LARGE = 'El PDF de la boleta puede pesar hasta 5 MB';

export function documentAdminRoutes(app: FastifyInstance, context: Context): void {
  const takeFile = createTakeFile(context, {
    ...{ field: 'file', takes: 'pdf', tooLarge: { message: TOO_LARGE } },
    unreadable: () => new ShopError('validation_failed'),
    wrongType: () =>
      new ShopError('unsupported_media_type', { message: NO_PDF, fields: { file: NO_PDF } }),
  });
  serve(
    app,
    calls.noteDocument,
    async (call) => {
      const { request } = call;
      const read = (sent: unknown) => parseBody(calls.documentBody, sent);
      const note = (body: DocumentBody, path: string | null) =>
        noteDocument(context, changeTarget(call), body, path);
      const order = request.isMultipart()
        ? takeFile(request, {
            check: async ({ fields }) => {
              const { tellsAgain, ...texts } = Object.fromEntries(fields);
              return read({ ...texts, tellsAgain: tellsAgain === 'true' });
            },
            keep: (body, { path }) => note(body, path),
            keepWithout: (body) => note(body, null),
          })
        : note(read(request.body), null);
      const message = ({ documents }: Order) => `${documentLabel(documents.at(-1)?.kind)} guardada`;
      return changed(context, call, message, order);
    },
    {
      onRequest: [limitRate(context, { name: 'document', points: 300, seconds: 600 })],
      ...formOptions('file', {
        texts: {
          number: {},
          kind: { enum: [...DOCUMENT_KINDS] },
          issuedOn: { format: 'date' },
          tellsAgain: { enum: ['true', 'false'] },
        },
        required: ['number', 'issuedOn'],
        json: calls.documentBody,
      }),
    },
  );
  serve(app, calls.removeDocument, (call) => {
    const message = ({ documents }: Order) => `${documentLabel(documents.at(-1)?.kind)} quitada`;
    return changed(context, call, message, removeDocument(context, changeTarget(call)));
  });
  serveFile(app, calls.downloadDocument, ({ params: { id } }) => openDocument(context, id));
  serveFile(app, calls.exportDocuments, async ({ query }) => exportDocuments(context, query));
}

export function documentRoutes(app: FastifyInstance, context: Context): void {
  serve(
    app,
    calls.requestInvoice,
    async ({ body: { token, orderId, ...invoice }, buyer }) =>
      succeed({ order: await requestInvoice(context, { token, orderId, buyer }, invoice) }),
    { onRequest: [limitRate(context, { name: 'order-invoice', points: 60, seconds: 3600 })] },
  );
  serveFile(
    app,
    calls.openDocument,
    async ({ body, buyer }) =>
      openDocument(context, await findOwnOrderId(context, { ...body, buyer })),
    { onRequest: [limitRate(context, { name: 'order-document', points: 300, seconds: 600 })] },
  );
}

/** Lines per query; it delays orders by some milliseconds. */
const PAGE = 500;

type Line = InferResult<ReturnType<typeof selectPaid>>[number];

/** Heading and cell of each column; amounts in pesos. The shop does not know the taxes. */
const columns: CsvColumns<Line> = [
  ['Pedido', ({ id }) => id],
  ['Estado', ({ status }) => statusLabel(status)],
  ['Pagado', ({ paid_on }) => dayCell(paid_on)],
  ['Medio de pago', ({ how }) => how],
  ['Total', ({ total_amount }) => total_amount],
  ['Devuelto', ({ refunded_amount }) => refunded_amount],
  ['Boleta', ({ number, kind }) => (kind === 'factura' ? `Factura ${number}` : number)],
  ['Emitida', ({ issued_on }) => dayCell(issued_on)],
];

type Days = { from?: string | undefined; to?: string | undefined };

/** Exports the orders paid in a range of days and their boletas as CSV, sorted by payment. */
function exportDocuments(context: Context, days: Days): FileAnswer {
  const name = ['boletas', days.from, days.to ?? dayOf(context.clock())].filter(Boolean).join('-');
  return csvFile(`${name}.csv`, writeCsv(columns, readPages(context, days)));
}

async function* readPages(context: Context, days: Days): AsyncGenerator<Line[]> {
  let after: Line | undefined;
  do {
    const page = await selectPaid(context, days, after).execute();
    yield page;
    await takeTurn();
    after = page.length < PAGE ? undefined : page.at(-1);
  } while (after);
}

type Place = { paid_on: string | null; id: string };

function selectPaid({ db }: Context, { from, to }: Days, after: Place = { paid_on: '', id: '' }) {
  return db.queries
    .selectFrom('orders')
    .leftJoin('order_documents as document', (join) =>
      join.onRef('document.order_id', '=', 'orders.id').on('document.removed_at', 'is', null),
    )
    .select(['orders.id', 'status', 'orders.paid_on', 'total_amount', 'refunded_amount'])
    .select(['number', 'issued_on', 'kind'])
    .select(({ selectFrom }) =>
      selectFrom('order_payments as payment')
        .select('payment.how')
        .whereRef('payment.order_id', '=', 'orders.id')
        .whereRef('payment.paid_on', '=', 'orders.paid_on')
        .where('payment.removed_at', 'is', null)
        .orderBy('payment.noted_at', 'desc')
        .limit(1)
        .as('how'),
    )
    .where('orders.paid_on', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('orders.paid_on', '>=', from ?? '')
    .where('orders.paid_on', '<=', to ?? '9999-12-31')
    .where(isPast(['orders.paid_on', 'orders.id'], '>', [after.paid_on, after.id]))
    .orderBy('orders.paid_on')
    .orderBy('orders.id')
    .limit(PAGE);
}
