import { createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { ShopError } from '#domain/base/errors.ts';
import { MAX_IMAGE_BYTES } from '#domain/pins/images.ts';
import type { Context } from '#server/context.ts';
import { MAX_BODY_BYTES } from '#server/http/bodies.ts';
import { type DiskSpace, isFullDisk, reservedBytes } from '#server/lib/disk-space.ts';

const SNIFFED_BYTES = 12;

/** Options of receiving a file: `end` aborts it, with a ShopError as its reason. */
export type Arriving = { end: AbortSignal; book: BookRoom };

/**
 * Writes an arriving file to disk.
 * @throws ShopError once it is over the limit, is interrupted, is aborted, or fills the disk
 */
export async function arrive(file: Readable, path: string, { end, book }: Arriving): Promise<void> {
  file.once('limit', () => file.destroy(new ShopError('image_too_large')));
  try {
    await pipeline(file, (chunks) => bookEach(chunks, book), createWriteStream(path), {
      signal: end,
    });
  } catch (error) {
    if (end.aborted) throw end.reason;
    const isOurs = error instanceof ShopError || (error instanceof Error && 'syscall' in error);
    throw isOurs ? error : new ShopError('image_broken');
  }
  const { size } = await stat(path);
  if (size > MAX_IMAGE_BYTES) throw new ShopError('image_too_large');
}

async function* bookEach(
  chunks: AsyncIterable<Uint8Array>,
  book: BookRoom,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    await book(chunk.length);
    yield chunk;
  }
}

/** Returns a file's first bytes, which show its type. */
export async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const head = new Uint8Array(SNIFFED_BYTES);
    await file.read(head, 0, SNIFFED_BYTES, 0);
    return head;
  } finally {
    await file.close();
  }
}

const PDF = '%PDF-';

/** Returns whether a file starts with the signature of a PDF. */
export async function isPdf(path: string): Promise<boolean> {
  return Buffer.from(await readHead(path))
    .toString('latin1')
    .startsWith(PDF);
}

/**
 * Maximum number of forms that one client may send at once. A buyer's page sends three, and many
 * users of a mobile network share one address.
 */
const MAX_AT_ONCE = 100;
/** Minimum bytes in each window: 1 kB a second, a tenth of the slowest mobile network. */
const SPEED = { windowMs: 30_000, minBytes: 30_000 };

/**
 * Reads a form while it arrives.
 * @throws ShopError `too_many_requests` while its client sends too many, `image_too_large` for more
 *   than a file of maximum size in a form, `upload_too_slow`, and errors of `read`
 */
type ReceiveForm = <T>(
  request: FastifyRequest,
  read: (end: AbortSignal) => Promise<T>,
) => Promise<T>;

/** Returns a function that receives forms; it aborts the signal of `read` when `read` must stop. */
export function createReceiveForm({ limits }: Pick<Context, 'limits'>): ReceiveForm {
  const takeSlot = limits.slots(MAX_AT_ONCE);

  return async (request, read) => {
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
      return await Promise.race([read(end.signal), ended]);
    } finally {
      clearInterval(watch);
      leave();
    }
  };
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

/** Bytes of an upload between two checks of the disk's free space. */
const LOOK_EVERY = 256 * 1024;
const RETRY_AFTER_S = 300;

/** Reserves space for bytes that have arrived. @throws ShopError `disk_full` */
export type BookRoom = (bytes: number) => Promise<void>;

/**
 * Returns a function that accepts uploads while the disk has space for them, so that orders and
 * mails can still be written. Received bytes are on the disk already, and are reserved once more
 * for the copies, which may be as large; bytes that have not arrived reserve nothing. It throws
 * ShopError `disk_full`, also when writing an upload failed because of a full disk.
 */
export function createDiskGuard(
  diskSpace: () => Promise<DiskSpace>,
): <T>(receive: (book: BookRoom) => Promise<T>) => Promise<T> {
  let booked = 0;

  async function refuseFullDisk(): Promise<void> {
    const space = await diskSpace();
    if (space.free - booked < reservedBytes(space)) throw diskFull();
  }

  return async (receive) => {
    let own = 0;
    let looked = 0;
    const book = async (bytes: number) => {
      own += bytes;
      booked += bytes;
      if (own - looked < LOOK_EVERY) return;
      looked = own;
      await refuseFullDisk();
    };
    try {
      await refuseFullDisk();
      return await receive(book);
    } catch (error) {
      throw isFullDisk(error) ? diskFull() : error;
    } finally {
      booked -= own;
    }
  };
}

function diskFull(): ShopError {
  return new ShopError('disk_full', { retryAfterS: RETRY_AFTER_S });
}
