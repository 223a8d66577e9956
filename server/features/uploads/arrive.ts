import { createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ShopError } from '#domain/errors.ts';
import { MAX_IMAGE_BYTES } from '#domain/images.ts';

const SNIFFED_BYTES = 12;

/** Writes an arriving file to disk. @throws ShopError once it is over the limit or breaks off */
export async function arrive(file: Readable, path: string): Promise<void> {
  file.once('limit', () => file.destroy(new ShopError('image_too_large')));
  try {
    await pipeline(file, createWriteStream(path));
  } catch (error) {
    const isOurs = error instanceof ShopError || (error instanceof Error && 'syscall' in error);
    throw isOurs ? error : new ShopError('image_broken');
  }
  const { size } = await stat(path);
  if (size > MAX_IMAGE_BYTES) throw new ShopError('image_too_large');
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
