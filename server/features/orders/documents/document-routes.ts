import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/documents.ts';
import { dayOf } from '#domain/dates.ts';
import { ShopError } from '#domain/errors.ts';
import { statusLabel } from '#domain/orders.ts';
import type { Context } from '#server/context.ts';
import { changed, changeTarget } from '#server/features/orders/change-call.ts';
import { readFileForm } from '#server/features/orders/file-form.ts';
import { findOwnOrderId } from '#server/features/orders/order-link.ts';
import type { OrderRow } from '#server/features/orders/repo.ts';
import { createDiskGuard, createReceiveForm } from '#server/features/uploads/arrive.ts';
import { limitRate } from '#server/http/limits.ts';
import { type FileAnswer, parseBody, serve, serveFile } from '#server/http/route.ts';
import { BYTE_ORDER_MARK, csvLine } from '#server/lib/csv.ts';
import { takeTurn } from '#server/lib/take-turn.ts';
import { noteDocument, openDocument, removeDocument } from './note-document.ts';

/** Enough for 5 MB to arrive over a bad mobile connection. */
const ARRIVAL_MS = 300_000;
const FORM = {
  type: 'object',
  properties: {
    number: { type: 'string' },
    issuedOn: { type: 'string', format: 'date' },
    tellsAgain: { type: 'string', enum: ['true', 'false'] },
    file: { type: 'string', format: 'binary' },
  },
  required: ['number', 'issuedOn'],
};
const TOO_LARGE = 'El PDF de la boleta puede pesar hasta 5 MB';

export function documentAdminRoutes(app: FastifyInstance, context: Context): void {
  const receive = createReceive(context);
  serve(
    app,
    calls.noteDocument,
    async (call) => {
      const note = async (sent: unknown, path: string | null) =>
        noteDocument(context, changeTarget(call), parseBody(calls.documentBody, sent), path);
      const { request } = call;
      const order = request.isMultipart()
        ? await receive(request, note)
        : await note(request.body, null);
      return changed(call, 'Boleta guardada', order);
    },
    {
      patienceMs: ARRIVAL_MS,
      docs: { consumes: ['multipart/form-data'], documented: { body: FORM } },
    },
  );
  serve(app, calls.removeDocument, async (call) =>
    changed(call, 'Boleta quitada', await removeDocument(context, changeTarget(call))),
  );
  serveFile(app, calls.downloadDocument, ({ params: { id } }) => openDocument(context, id));
  serveFile(app, calls.exportDocuments, async ({ query }) => exportDocuments(context, query));
}

export function documentRoutes(app: FastifyInstance, context: Context): void {
  serveFile(
    app,
    calls.openDocument,
    async ({ body, buyer }) =>
      openDocument(context, await findOwnOrderId(context, { ...body, buyer })),
    { onRequest: [limitRate(context, { name: 'order-document', points: 300, seconds: 600 })] },
  );
}

type Note<T> = (fields: object, path: string | null) => Promise<T>;

/**
 * Returns the function that receives a form and passes its fields and file on; then the file is
 * deleted.
 */
function createReceive(context: Context) {
  const receiveForm = createReceiveForm(context);
  const withRoom = createDiskGuard(context.diskSpace);

  return <T>(request: FastifyRequest, note: Note<T>): Promise<T> =>
    withRoom(async (book) => {
      const path = join(context.scratchDir, randomUUID());
      try {
        const { fields, hasFile } = await receiveForm(request, (end) =>
          readFileForm(request, { field: 'file', path, end, book, unreadable }),
        ).catch(inItsWords);
        const { tellsAgain, ...texts } = Object.fromEntries(fields);
        return await note({ ...texts, tellsAgain: tellsAgain === 'true' }, hasFile ? path : null);
      } finally {
        await rm(path, { force: true });
      }
    });
}

function unreadable(): ShopError {
  return new ShopError('validation_failed');
}

/** The shared error message speaks of pictures: this one speaks of the PDF. */
function inItsWords(error: unknown): never {
  if (!(error instanceof ShopError) || error.code !== 'image_too_large') throw error;
  throw new ShopError(error.code, { message: TOO_LARGE, fields: { file: TOO_LARGE } });
}

/** Lines per query; it delays orders by some milliseconds. */
const PAGE = 500;

const COLUMNS = [
  'id',
  'status',
  'paid_on',
  'paid_how',
  'total_amount',
  'document_number',
  'document_on',
] as const;
type Line = Pick<OrderRow, (typeof COLUMNS)[number]>;

/** Heading and cell of each column; amounts in pesos. The shop does not know the taxes. */
const columns: readonly (readonly [
  heading: string,
  read: (line: Line) => string | number | null,
])[] = [
  ['Pedido', ({ id }) => id],
  ['Estado', ({ status }) => statusLabel(status)],
  ['Pagado', ({ paid_on }) => paid_on],
  ['Medio de pago', ({ paid_how }) => paid_how],
  ['Total', ({ total_amount }) => total_amount],
  ['Boleta', ({ document_number }) => document_number],
  ['Emitida', ({ document_on }) => document_on],
];

type Days = { from?: string | undefined; to?: string | undefined };

/** Exports the orders paid in a range of days and their boletas as CSV, sorted by payment. */
function exportDocuments(context: Context, days: Days): FileAnswer {
  const name = ['boletas', days.from, days.to ?? dayOf(context.clock())].filter(Boolean).join('-');
  return {
    content: Readable.from(writeLines(context, days)),
    type: 'text/csv; charset=utf-8',
    name: `${name}.csv`,
  };
}

async function* writeLines(context: Context, days: Days): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(([heading]) => heading));
  let last: Line | undefined;
  do {
    const page = await readPage(context, days, last);
    yield page.map((line) => csvLine(columns.map(([, read]) => read(line)))).join('');
    await takeTurn();
    last = page.length < PAGE ? undefined : page.at(-1);
  } while (last);
}

function readPage({ db }: Context, { from, to }: Days, last: Line | undefined): Promise<Line[]> {
  let query = db.queries
    .selectFrom('orders')
    .select(COLUMNS)
    .where('paid_on', 'is not', null)
    .where('deleted_at', 'is', null);
  if (from) query = query.where('paid_on', '>=', from);
  if (to) query = query.where('paid_on', '<=', to);
  if (last) {
    const { paid_on, id } = last;
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('paid_on', 'id'), '>', tuple(paid_on, id)),
    );
  }
  return query.orderBy('paid_on').orderBy('id').limit(PAGE).execute();
}
