import { createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ShopError } from '#domain/errors.ts';
import { MAX_IMAGE_BYTES } from '#domain/images.ts';
import type { BookRoom } from './disk-guard.ts';

const SNIFFED_BYTES = 12;

/** What a file's arrival depends on: `end` ends it, with a ShopError for its reason. */
export type Arriving = { end: AbortSignal; book: BookRoom };

/**
 * Writes an arriving file to disk.
 * @throws ShopError once it is over the limit, breaks off, is ended, or fills the disk
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

/** @returns a file's first bytes, which tell its type */
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
