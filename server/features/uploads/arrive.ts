import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ShopError } from '#domain/base/errors.ts';
import { MAX_IMAGE_BYTES } from '#domain/pins/images.ts';
import type { Context } from '#server/context.ts';
import { isFullDisk, reservedBytes } from '#server/lib/disk-space.ts';

const SNIFFED_BYTES = 12;

/**
 * Writes an arriving file to disk.
 * @param options.end aborts it, with a ShopError as its reason
 * @throws ShopError once it is over the limit, is interrupted, is aborted, or fills the disk
 */
export async function arrive(
  file: Readable,
  path: string,
  { end, book }: { end: AbortSignal; book: BookRoom },
): Promise<void> {
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

export async function isPdf(path: string): Promise<boolean> {
  return Buffer.from(await readHead(path))
    .toString('latin1')
    .startsWith(PDF);
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
 * @returns a function whose argument gets a folder for the upload's files, which is removed afterwards
 */
export function createReceive({
  diskSpace,
  scratchDir,
}: Pick<Context, 'diskSpace' | 'scratchDir'>) {
  let booked = 0;

  async function refuseFullDisk(): Promise<void> {
    const space = await diskSpace();
    if (space.free - booked < reservedBytes(space)) throw diskFull();
  }

  return async <T>(receive: (folder: string, book: BookRoom) => Promise<T>): Promise<T> => {
    const folder = join(scratchDir, randomUUID());
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
      await mkdir(folder);
      return await receive(folder, book);
    } catch (error) {
      throw isFullDisk(error) ? diskFull() : error;
    } finally {
      booked -= own;
      await rm(folder, { recursive: true, force: true });
    }
  };
}

function diskFull(): ShopError {
  return new ShopError('disk_full', { retryAfterS: RETRY_AFTER_S });
}
