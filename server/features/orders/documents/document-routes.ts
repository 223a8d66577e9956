import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/documents.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import { changed, changeTarget } from '#server/features/orders/change-call.ts';
import { readFileForm } from '#server/features/orders/file-form.ts';
import { findOwnOrderId } from '#server/features/orders/order-link.ts';
import { createDiskGuard, createReceiveForm } from '#server/features/uploads/arrive.ts';
import { limitRate } from '#server/http/limits.ts';
import { parseBody, serve, serveFile } from '#server/http/route.ts';
import { exportDocuments } from './export-documents.ts';
import { noteDocument, openDocument, removeDocument } from './note-document.ts';

/** Time for 5 MB to arrive over a bad mobile connection. */
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

/** Returns what takes in a form, and has its fields and its file noted before the file goes. */
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

/** What all files share speaks of pictures. */
function inItsWords(error: unknown): never {
  if (!(error instanceof ShopError) || error.code !== 'image_too_large') throw error;
  throw new ShopError(error.code, { message: TOO_LARGE, fields: { file: TOO_LARGE } });
}
