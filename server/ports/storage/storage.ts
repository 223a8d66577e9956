import type { Readable } from 'node:stream';
import { DAY_MS } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';

/** An incomplete file older than this was abandoned by its client; in milliseconds. */
export const ABANDONED_AFTER_MS = DAY_MS;

const FILE_KEY = /^[\w-]{1,100}\.[a-z]{1,16}$/;

/** Returns whether a text is a valid key, such as `x8k2.webp`: in no folder and not hidden. */
export function isFileKey(key: string): boolean {
  return FILE_KEY.test(key);
}

/** Returns the key. @throws Error if it is invalid */
export function checkFileKey(key: string): string {
  if (!isFileKey(key)) throw new Error(`no plain file name: ${JSON.stringify(key.slice(0, 200))}`);
  return key;
}

/** The shop's files. Every call rejects an invalid key (see `isFileKey`) and changes nothing. */
export type Storage = {
  /** Stores bytes; when it returns, they survive a power loss. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Moves a local file into the storage; durable like `put`. */
  putFile(key: string, path: string): Promise<void>;
  /**
   * Returns the file's bytes as a stream and their number, or null when there is no such file.
   * @param isSlow whether no more of it may be in memory than is read at once
   */
  open(key: string, isSlow?: boolean): Promise<{ stream: Readable; bytes: number } | null>;
  /** Removes a file; a missing file is no error. */
  remove(key: string): Promise<void>;
  /** Removes incomplete files that were begun before a time (milliseconds since 1970). */
  sweep(before: number): Promise<void>;
};

/** One place for files, such as a folder or a bucket, whose files can be listed. */
export type FilePlace = Storage & {
  /**
   * Lists the keys of all files, in any order; files that are added or removed meanwhile may or may
   * not be included. Files whose names are not valid keys are left out.
   */
  keys(): AsyncIterable<string>;
};

const AWAY =
  'Las imágenes y los archivos no están disponibles por ahora. Intenta de nuevo en unos minutos';

/** Returns the error `unavailable` for a place that does not answer, or not as expected. */
export function storageAway(cause: unknown): ShopError {
  return Object.assign(new ShopError('unavailable', { message: AWAY }), { cause });
}
