import type { Readable } from 'node:stream';
import { ShopError } from '#domain/errors.ts';

/** No file is on its way for so long: whoever sent it is gone for good. */
export const LONGEST_SENDING_MS = 86_400_000;

const FILE_KEY = /^[\w-]{1,100}\.[a-z]{1,16}$/;

/** Whether a text can name a file: plain, such as `x8k2.webp`, in no folder and not hidden. */
export function isFileKey(key: string): boolean {
  return FILE_KEY.test(key);
}

/** Returns the key. @throws Error for a text that names no file, whatever is to be done with it */
export function checkFileKey(key: string): string {
  if (!isFileKey(key)) throw new Error(`no plain file name: ${JSON.stringify(key.slice(0, 200))}`);
  return key;
}

/** Where files live. Every call rejects a key that `isFileKey` refuses, and touches nothing. */
export type Storage = {
  /** Stores bytes; when it returns they survive a loss of power. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Takes over a local file, which is gone afterwards; durable like `put`. */
  putFile(key: string, path: string): Promise<void>;
  /** @returns the file's bytes as a stream and their number, or null when there is none */
  open(key: string): Promise<{ stream: Readable; bytes: number } | null>;
  /** Removes a file; one that is not there counts as removed. */
  remove(key: string): Promise<void>;
  /** Removes what broke off before it was stored, if it began before that time (milliseconds). */
  sweep(before: number): Promise<void>;
};

/** One place for files, such as a folder or a bucket, whose files can be listed. */
export type FilePlace = Storage & {
  /**
   * Lists the keys of all files, in any order; of files that come or go meanwhile some. What
   * others put there under names that no file of the shop has is left out.
   */
  keys(): AsyncIterable<string>;
};

const AWAY =
  'Las imágenes y los archivos no están disponibles por ahora. Intenta de nuevo en unos minutos';

/** Returns the refusal `unavailable` for a place that does not answer, or not as it should. */
export function storageAway(cause: unknown): ShopError {
  return Object.assign(new ShopError('unavailable', { message: AWAY }), { cause });
}
