import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { MAX_BODY_VALUES } from '#contract/base/route.ts';
import { ShopError } from '#domain/base/errors.ts';
import { mapKeys } from '#domain/base/keys.ts';
import { MAX_IMAGE_BYTES } from '#domain/pins/images.ts';
import { takeTurn } from '#server/lib/take-turn.ts';
import { validationError } from './errors.ts';

/** Bytes for the multipart frame around a file. */
const FRAME_BYTES = 64 * 1024;
/** The largest body of any call: a file and its frame. */
export const MAX_BODY_BYTES = MAX_IMAGE_BYTES + FRAME_BYTES;
/** The largest body that is read to its end after its response, such as that of a large photo. */
const MAX_DISCARDED_BYTES = 64 * 1024 ** 2;
/** The same for a body that does not say its length. */
const MAX_DISCARDED_CHUNKS = 512 * 1024;
/** Time for a client to read the response before the connection is closed. */
const LINGER_MS = 2000;
const REQUEST_TIMEOUT = 408;

/**
 * Continues to read a body when the response is sent before its end, because most clients read the
 * response only after sending the body, and closes the connection only then, even if the client
 * asked for that: with unread bytes it is reset, and the response lost. Closes it, unless the body
 * ends soon, if that is much larger than any call's, has no length or arrives too slowly.
 */
export function endBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw, headers }, reply) => {
    const length = bodyLength(headers);
    if (raw.complete || length === 0) return;
    raw.unpipe();
    if (length <= MAX_DISCARDED_BYTES && reply.statusCode !== REQUEST_TIMEOUT) {
      if (!reply.raw.shouldKeepAlive) closeAfter(raw, reply.raw);
      // Fastify asks to close after a body that is larger than its call's.
      reply.removeHeader('connection');
      reply.raw.removeHeader('connection');
      reply.raw.shouldKeepAlive = true;
      raw.resume();
      return;
    }
    let discarded = 0;
    raw.on('data', (chunk: Buffer) => {
      discarded += chunk.length;
      if (discarded > MAX_DISCARDED_CHUNKS) raw.pause();
    });
    raw.resume();
    reply.raw.once('finish', () => {
      if (raw.readableEnded) return;
      const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS);
      raw.once('end', () => clearTimeout(timer));
      raw.socket.once('close', () => clearTimeout(timer));
    });
  });
}

/** Closes a connection once its body has been read and its response sent. */
function closeAfter(body: IncomingMessage, response: ServerResponse): void {
  const close = () => body.socket.end();
  response.once('finish', () => {
    if (body.readableEnded) close();
    else body.once('end', close);
  });
}

/** Returns the bytes of a request's body; Infinity if it does not say. */
export function bodyLength(headers: IncomingHttpHeaders): number {
  return 'transfer-encoding' in headers ? Infinity : Number(headers['content-length'] ?? 0);
}

/** More than any form of the shop has: a complaint names up to 500 pictures. */
const MAX_PARTS = 600;
/** How clients name the line between a form's parts (RFC 2046); another spelling is no name. */
const BOUNDARY =
  /^multipart\/form-data; ?(?:charset=[\w-]{1,20}; ?)?boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+./:=?-]{1,70}))(?:; ?charset=[\w-]{1,20})?$/i;

/**
 * Blanks what follows in a chunk after more parts than any form has: the parser refuses the form at
 * the end of the chunk, but would make thousands of parts of it first.
 */
export function limitFormParts(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ raw, headers }) => {
    const type = headers['content-type'] ?? '';
    if (!/^multipart\//i.test(type)) return;
    const [, quoted, plain] = BOUNDARY.exec(type) ?? [];
    const line = Buffer.from(`\r\n--${quoted ?? plain ?? ''}`);
    let parts = 0;
    raw.on('data', (chunk: Buffer) => {
      let at = chunk.indexOf(line);
      for (; at !== -1 && parts < MAX_PARTS; parts += 1) at = chunk.indexOf(line, at + 1);
      if (at !== -1) chunk.fill(0, at);
    });
    // Until the parser is there: a listener alone would start the body.
    raw.pause();
  });
}

/** Parses forms with one file; scopes registered before do not. */
export async function readFormBodies(app: FastifyInstance): Promise<void> {
  limitFormParts(app);
  await app.register(multipart, {
    // One byte more than allowed, to distinguish a file of exactly this size from a truncated one.
    limits: { fileSize: MAX_IMAGE_BYTES + 1, files: 1, fields: 4, fieldSize: 1024, parts: 5 },
    throwFileSizeLimit: false,
  });
}

/** Enough for 5 MB to arrive over a bad mobile connection, and for a picture to be decoded. */
const ARRIVAL_MS = 300_000;

/**
 * Returns the options of a call that receives a form with a file.
 * @param texts the form's other fields, with what the API's document says of each
 * @param json the body that the call takes instead of a form
 */
export function formOptions(file: string, { texts = {}, required, json }: FormParts) {
  const fields: Record<string, object> = { ...texts, [file]: { format: 'binary' } };
  const properties = mapKeys(fields, (name) => ({ type: 'string', ...fields[name] }));
  const body = { type: 'object', properties, required };
  const sent = json ? { sent: json } : {};
  const docs = { consumes: ['multipart/form-data'], documented: { body }, ...sent };
  return { patienceMs: ARRIVAL_MS, docs };
}

type FormParts = {
  texts?: Readonly<Record<string, object>>;
  required: string[];
  json?: z.ZodMiniType;
};

/**
 * A longer body takes some milliseconds to read and check: other requests are answered before it.
 */
const LONG_BODY = 32_000;

/** Refuses compressed bodies, which no call reads. */
export function refuseCompressedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ headers }) => {
    const coding = headers['content-encoding'];
    if (coding === undefined || /^(?:identity)?$/i.test(coding) || bodyLength(headers) === 0)
      return;
    throw new ShopError('unsupported_media_type', { message: 'Envía los datos sin comprimir' });
  });
}

/** A named charset other than UTF-8 or its part ASCII. */
const OTHER_CHARSET = /;\s*charset=(?!"?(?:utf-?8|us-ascii)"?\s*(?:;|$))/i;

/**
 * Parses JSON bodies; clients send its media type even with an empty body. One in another encoding
 * than UTF-8, and one with more values than any call takes, are refused unparsed.
 */
export function readJsonBodies(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (OTHER_CHARSET.test(request.headers['content-type'] ?? ''))
        return done(
          new ShopError('unsupported_media_type', { message: 'Envía los datos en UTF-8' }),
        );
      if (!isUtf8(body)) return done(new ShopError('invalid_json'));
      const text = body.toString();
      const parseLong = () => {
        if (hasMoreValues(text, MAX_BODY_VALUES))
          done(validationError({ body: 'Son demasiados datos' }));
        else void parse(request, text, done);
      };
      if (text === '') done(null, undefined);
      else if (text.length <= LONG_BODY) void parse(request, text, done);
      else void takeTurn().then(parseLong);
    },
  );
}

/** Counts the values of a JSON text without parsing it, which costs twenty times as much. */
function hasMoreValues(text: string, max: number): boolean {
  let values = 0;
  for (let at = 0; at < text.length && values <= max; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at);
    else if (sign === ',' || sign === '{' || sign === '[') values += 1;
  }
  return values > max;
}

function endOfString(text: string, start: number): number {
  let end = start;
  do end = text.indexOf('"', end + 1);
  while (end !== -1 && isEscaped(text, end));
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === '\\') before -= 1;
  return (at - before) % 2 === 1;
}
