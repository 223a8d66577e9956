import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/payments/statements.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Layout } from '#domain/payments/statement-layout.ts';
import type { Context } from '#server/context.ts';
import { createReceive } from '#server/features/uploads/arrive.ts';
import { createReceiveForm } from '#server/features/uploads/file-form.ts';
import { formOptions } from '#server/http/bodies.ts';
import { validationError } from '#server/http/errors.ts';
import { limitRate } from '#server/http/limits.ts';
import { parseBody, serve, succeed } from '#server/http/route.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { compareStatement, fetchStatement } from './compare-statement.ts';
import { confirmStatement, undoStatement } from './confirm-statement.ts';

const TOO_LARGE = 'La cartola puede pesar hasta 5 MB. Descarga la de menos días';
const MISSING = 'Elige el archivo de la cartola, o pega sus filas';

type Sent = { list: Uint8Array; corrections: Partial<Layout> };

export function statementRoutes(app: FastifyInstance, context: Context): void {
  const readForm = createReadForm(context);
  const limit = limitRate(context, { name: 'statement', points: 120, seconds: 3600 });
  serve(
    app,
    calls.readStatement,
    async ({ request, buyer }) => {
      const sent = request.isMultipart() ? await readForm(request) : readPasted(request.body);
      if (sent.list.length === 0) throw validationError({ file: MISSING });
      return succeed(await compareStatement(context, { ...sent, by: buyer.uid }));
    },
    {
      onRequest: [limit],
      ...formOptions('file', {
        texts: { layout: {} },
        required: ['file'],
        json: calls.pastedStatement,
      }),
    },
  );
  serve(
    app,
    calls.fetchStatement,
    async ({ request, buyer }) => {
      const fail = (reason: string) => request.log.warn({ reason }, 'movements not read');
      return succeed(await fetchStatement(context, { by: buyer.uid, fail }));
    },
    { onRequest: [limit] },
  );
  serve(app, calls.confirmStatement, async ({ params: { id }, body: { rows }, buyer }) =>
    succeed(await confirmStatement(context, { by: buyer.uid, id }, rows)),
  );
  serve(app, calls.undoStatement, async ({ params: { id }, buyer }) =>
    succeed(await undoStatement(context, { by: buyer.uid, id })),
  );
}

function createReadForm(context: Context): (request: FastifyRequest) => Promise<Sent> {
  const receiveForm = createReceiveForm(context, {
    ...{ field: 'file', tooLarge: { message: TOO_LARGE, code: 'body_too_large' } },
    unreadable: () => validationError({ file: MISSING }),
  });
  const receive = createReceive(context);
  return (request) =>
    receive(async (folder, book) => {
      const path = join(folder, 'list');
      const { fields, hasFile } = await receiveForm(request, { path, book });
      const [text, layout] = [fields.get('text'), fields.get('layout')];
      const form = { text: text ?? '', layout: layout ? (parseJson(layout) ?? null) : undefined };
      const { layout: corrections = {} } = parseBody(calls.pastedStatement, form);
      return { list: hasFile ? await readFile(path) : Buffer.from(form.text), corrections };
    });
}

function readPasted(body: unknown): Sent {
  const { text, layout = {} } = parseBody(calls.pastedStatement, body);
  const list = Buffer.from(text);
  if (list.length > calls.MAX_STATEMENT_BYTES) {
    throw new ShopError('body_too_large', { message: TOO_LARGE, fields: { text: TOO_LARGE } });
  }
  return { list, corrections: layout };
}
