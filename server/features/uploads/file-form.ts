import type { IncomingMessage } from 'node:http';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { type ErrorCode, ShopError } from '#domain/base/errors.ts';
import type { Context } from '#server/context.ts';
import { MAX_BODY_BYTES } from '#server/http/bodies.ts';
import { validationError } from '#server/http/errors.ts';
import { refuseUnstorable, UNSTORABLE } from '#server/http/storable-texts.ts';
import { arrive, type BookRoom } from './arrive.ts';

/** A form with a file. */
export type FormSpec = {
  /** Name of the file's field. */
  field: string;
  /** Returns the error for an invalid form. */
  unreadable: () => ShopError;
  /** Maximum number of texts, and bytes of each; by default those of `readFormBodies`. */
  limits?: { fields: number; fieldSize: number };
  /** Whether the file alone is read: no text, and nothing behind it. */
  isFileOnly?: boolean;
  /** Says that the file is too large; left out: the words for a picture. */
  tooLarge?: { message: string; code?: ErrorCode };
};

/** The path that the file is written to, and what reserves disk space for its bytes. */
type Place = { path: string; book: BookRoom };

/** A form's texts by field; a field may be sent several times. */
export type FormTexts = ReadonlyMap<string, readonly string[]>;

/** All texts of a form, the last text of each field, and whether it had a file. */
export type FileForm = { texts: FormTexts; fields: ReadonlyMap<string, string>; hasFile: boolean };

/**
 * Maximum number of forms that one client may send at once. A buyer's page sends three, and many
 * users of a mobile network share one address.
 */
const MAX_AT_ONCE = 100;
/** Minimum bytes in each window: 1 kB a second, a tenth of the slowest mobile network. */
const SPEED = { windowMs: 30_000, minBytes: 30_000 };

/**
 * Returns a function that reads a multipart form while it arrives. It throws ShopError
 * `too_many_requests` while its client sends too many, `image_too_large` for more than a file of
 * maximum size in a form, `upload_too_slow`, `validation_failed` for a text that is too long,
 * `unreadable`, and the errors of `arrive`.
 */
export function createReceiveForm({ limits }: Pick<Context, 'limits'>, spec: FormSpec) {
  const takeSlot = limits.slots(MAX_AT_ONCE);

  async function receive(request: FastifyRequest, place: Place): Promise<FileForm> {
    if (Number(request.headers['content-length']) > MAX_BODY_BYTES) {
      throw new ShopError('image_too_large');
    }
    const leave = takeSlot(request.ip);
    const end = new AbortController();
    const ended = new Promise<never>((_resolve, reject) => {
      end.signal.addEventListener('abort', () => reject(end.signal.reason));
    });
    const bytes = countBytes(request.raw, end);
    let seen = 0;
    const watch = setInterval(() => {
      if (!request.raw.complete && bytes() - seen < SPEED.minBytes) {
        end.abort(new ShopError('upload_too_slow'));
      }
      seen = bytes();
    }, SPEED.windowMs);
    try {
      return await Promise.race([readForm(request, { ...spec, ...place }, end.signal), ended]);
    } finally {
      clearInterval(watch);
      leave();
    }
  }

  return (request: FastifyRequest, place: Place): Promise<FileForm> =>
    receive(request, place).catch((error: unknown) => {
      const isTooLarge = error instanceof ShopError && error.code === 'image_too_large';
      if (!isTooLarge || !spec.tooLarge) throw error;
      // Its own words speak of pictures.
      const { message, code = 'image_too_large' } = spec.tooLarge;
      throw new ShopError(code, { message, fields: { [spec.field]: message } });
    });
}

/** Counts a body while it is read, and aborts it when it is too large. @returns the bytes so far */
function countBytes(body: IncomingMessage, end: AbortController): () => number {
  let bytes = 0;
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) return;
    // The rest of the form is not read, even if its file was complete.
    body.unpipe();
    body.pause();
    end.abort(new ShopError('image_too_large'));
  });
  return () => bytes;
}

async function readForm(
  request: FastifyRequest,
  { field, path, book, unreadable, limits, isFileOnly }: FormSpec & Place,
  end: AbortSignal,
): Promise<FileForm> {
  if (!request.isMultipart()) throw unreadable();
  const texts = new Map<string, string[]>();
  let hasFile = false;
  for await (const part of readParts(request, { unreadable, limits })) {
    if (part.type === 'field') {
      if (isFileOnly) continue;
      // A truncated text would be taken for the whole.
      if (part.valueTruncated) throw validationError({ [part.fieldname]: TOO_LONG });
      const text = String(part.value);
      // What was no UTF-8 would be stored with other signs.
      if (text.includes('\uFFFD')) throw validationError({ [part.fieldname]: UNSTORABLE });
      texts.set(part.fieldname, [...(texts.get(part.fieldname) ?? []), text]);
    } else if (part.fieldname !== field) part.file.resume();
    else {
      await arrive(part.file, path, { end, book });
      hasFile = true;
      if (isFileOnly) break;
    }
  }
  refuseUnstorable(Object.fromEntries([...texts].map(([name, all]) => [name, all.join()])));
  const fields = new Map([...texts].map(([name, all]) => [name, all.at(-1) ?? '']));
  return { texts, fields, hasFile };
}

const TOO_LONG = 'El texto es demasiado largo';

async function* readParts(
  request: FastifyRequest,
  { unreadable, limits }: Pick<FormSpec, 'unreadable'> & { limits: FormSpec['limits'] | undefined },
): AsyncGenerator<Multipart> {
  try {
    yield* request.parts(limits && { limits: { ...limits, parts: limits.fields + 1 } });
  } catch {
    throw unreadable();
  }
}
