import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { mustBe } from '#contract/base/fields.ts';
import { errorMessages } from '#contract/base/messages.ts';
import {
  ERROR_STATUSES,
  type ErrorCode,
  type ErrorDetails,
  ShopError,
} from '#domain/base/errors.ts';
import { html } from '#server/lib/html.ts';
import { isLocked, isOutage } from '#server/lib/outages.ts';

/** Seconds until a missing resource may be available again. */
const USUAL_WAIT_S = 30;
/** The same while another program has the database's file locked, a copy of it for example. */
const LOCK_WAIT_S = 5;

/** The shop's error codes for the errors of the framework and its plugins. */
const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'image_missing',
  FST_REQ_FILE_TOO_LARGE: 'image_too_large',
  FST_FILES_LIMIT: 'validation_failed',
  FST_FIELDS_LIMIT: 'validation_failed',
  FST_PARTS_LIMIT: 'validation_failed',
  FST_STATIC_FORBIDDEN_PATH: 'not_found',
  FST_ERR_HANDLER_TIMEOUT: 'unavailable',
};

/** Spanish text per wrong field, from the validator's findings. */
export type Fields = Record<string, string>;

/** Returns the error for invalid fields; its message joins the texts of all fields. */
export function validationError(fields: Fields): ShopError {
  const message = [...new Set(Object.values(fields))].join('. ');
  return new ShopError('validation_failed', message ? { fields, message } : { fields });
}

/** Returns the texts of the query's invalid fields; empty if there are none. */
function fieldsOf(error: unknown): Fields {
  if (!hasZodFastifySchemaValidationErrors(error)) return {};
  const found: Fields = {};
  for (const { instancePath, message } of error.validation) {
    const path = instancePath.split('/').filter(Boolean).join('.') || 'body';
    found[path] ??= message ?? errorMessages.validation_failed;
  }
  return found;
}

/** The types of JSON in Spanish. */
const typeNames: Readonly<Partial<Record<string, string>>> = {
  ...{ object: 'un objeto', array: 'una lista', string: 'un texto', number: 'un número' },
  ...{ int: 'un número entero', boolean: 'verdadero o falso' },
};

/** Installs the error handler, the only place that turns an error into a response. */
export function answerErrors(app: FastifyInstance): void {
  // For rules of a schema that have no text of their own: the library's are in English.
  z.config({
    customError: (issue) => {
      const type = issue.code === 'invalid_type' ? typeNames[issue.expected] : undefined;
      return type ? mustBe(type)(issue) : 'Este dato no es válido';
    },
  });
  // Before the body is read: an unknown path is a 404 even with an invalid body.
  app.addHook('onRequest', async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (request.is404 && !isRead) return sendError(request, reply, 'not_found');
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toRefusal(error, request);
    if (refusal) {
      const facts = { code: refusal.code, reason: error.code };
      if (refusal.code === 'busy') request.log.warn(facts, 'busy');
      else if (ERROR_STATUSES[refusal.code] >= 500)
        request.log.error({ ...facts, err: error }, 'unavailable');
      else request.log.info(facts, 'refused');
      return sendError(request, reply, refusal.code, refusal.details);
    }
    request.log.error({ err: error }, 'failed');
    return sendError(request, reply, 'internal_error', {});
  });
}

/** Returns null for an unexpected error. */
function toRefusal(error: FastifyError, { raw }: FastifyRequest): ShopError | null {
  if (error instanceof ShopError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return validationError(fieldsOf(error));
  const code = frameworkCodes[error.code];
  if (code) return new ShopError(code);
  // The client left before its body was complete: its connection's error is no outage of the shop's.
  if (raw.destroyed && !raw.complete) return new ShopError('invalid_json');
  if (isLocked(error)) return new ShopError('busy', { retryAfterS: LOCK_WAIT_S });
  if (isOutage(error)) return new ShopError('unavailable');
  if (error.statusCode === undefined || error.statusCode >= 500) return null;
  return new ShopError(error.statusCode === 404 ? 'not_found' : 'invalid_json');
}

/**
 * Sends an error in the format of all errors; or as a page, if a browser opened the URL (for
 * example a mail's link) and a retry may help.
 */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ErrorCode,
  { message, fields, facts, retryAfterS = USUAL_WAIT_S }: ErrorDetails = {},
): FastifyReply {
  const status = ERROR_STATUSES[code];
  if (status === 429 || status === 503) reply.header('retry-after', retryAfterS);
  reply.code(status).header('cache-control', 'no-store');
  const text = message ?? errorMessages[code];
  const requestId = status >= 500 ? request.id : undefined;
  if (isVisit(request) && (status === 429 || status >= 500)) {
    return reply.type('text/html; charset=utf-8').send(errorPage(text, requestId));
  }
  return reply
    .type('application/json; charset=utf-8')
    .send({
      success: false,
      code,
      message: text,
      ...(fields ? { fields } : {}),
      ...facts,
      ...(requestId ? { requestId } : {}),
    });
}

/** Errors of bytes that are no valid request; all others are 400. */
const brokenRequests: Readonly<Partial<Record<string, [status: number, code: ErrorCode]>>> = {
  HPE_HEADER_OVERFLOW: [431, 'body_too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'upload_too_slow'],
};

/** Answers an invalid request, and closes its connection. */
export function refuseBrokenRequest(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, code] = brokenRequests[error.code ?? ''] ?? [400, 'invalid_json'];
  const body = JSON.stringify({ success: false, code, message: errorMessages[code] });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

/**
 * Returns whether the request is a navigation of a browser, unlike requests of scripts and
 * pictures.
 */
function isVisit({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers.accept?.includes('text/html') === true;
}

const style = html`<style>
  :root { color-scheme: light dark; background: #fffaf3; color: #2b1637 }
  body { max-width: 32rem; margin: 12vh auto; padding: 0 1.25rem; font: 1.0625rem/1.5 system-ui, sans-serif }
  h1 { line-height: 1.2; text-wrap: balance }
  a { color: #c8203f }
  .again { display: inline-block; padding: .75rem 1.5rem; border-radius: 999px; background: #c8203f; color: #fff; font-weight: 700; text-decoration: none }
  .soft { font-size: .875rem; color: #65526e; overflow-wrap: anywhere }
  @media (prefers-color-scheme: dark) {
    :root { background: #1b1022; color: #fbf0f3 }
    a { color: #ff8291 }
    .again { background: #ff8291; color: #2d0a14 }
    .soft { color: #cfbdd5 }
  }
</style>`;

/**
 * Returns the page for a link that fails now and may work later. It needs nothing else of the
 * server, and its button opens the same URL again.
 * @param text the error message
 * @param requestId by which the owner finds the error in the log
 */
function errorPage(text: string, requestId?: string): string {
  const reference = requestId ? html`<p class="soft">Referencia: ${requestId}</p>` : html``;
  return html`<!doctype html>
<html lang="es-CL">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>No pudimos abrir el enlace</title>
    ${style}
  </head>
  <body>
    <main>
      <h1>No pudimos abrir el enlace</h1>
      <p>${text}.</p>
      <p><a class="again" href="">Intentar de nuevo</a></p>
      <p><a href="/">Ir a la tienda</a></p>
      ${reference}
    </main>
  </body>
</html>
`.markup;
}
