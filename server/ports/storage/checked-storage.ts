import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { FileHashes } from './file-hashes.ts';
import { checkFileKey, type Storage, storageAway } from './storage.ts';

/** Files up to this size in bytes are checked in memory and read once; larger ones are read twice. */
const IN_MEMORY_BYTES = 1024 ** 2;
/** Time to read a file: so much, and so much more for each byte, at the speed of a very slow line. */
const READ_MS = 30_000;
const BYTE_MS = 0.01;
/** How long a picture waits for a database that does not answer, before it is shown unchecked. */
const PATIENCE_MS = 1000;

/**
 * Returns a storage whose files are compared with the hash of what was stored whenever they are read. A
 * damaged file counts as missing, and stays where it is: no picture, mail, sheet or copy shows it.
 * @param onDamage is called each time one is found
 * @param readMs time to read a file, besides that for its bytes
 */
export function checkedStorage(
  storage: Storage,
  hashes: FileHashes,
  onDamage: (file: string) => void,
  readMs = READ_MS,
): Storage {
  return {
    // The hash first: a crash in between leaves one without a file, and never a file without.
    async put(key, bytes) {
      await hashes.add(checkFileKey(key), sha256(bytes));
      await storage.put(key, bytes);
    },

    async putFile(key, path) {
      checkFileKey(key);
      await hashes.add(key, await hashOf(createReadStream(path)));
      await storage.putFile(key, path);
    },

    open: openChecked(storage, (key) => knownHashes(hashes, key), onDamage, readMs),

    async remove(key) {
      await storage.remove(key);
      await hashes.forget(key);
    },

    sweep: (before) => storage.sweep(before),
  };
}

/**
 * Returns what opens the files of a storage, and counts a damaged one as missing.
 * @param hashesOf returns the hashes that a file may have; none for one that is not to be checked
 */
export function openChecked(
  storage: Pick<Storage, 'open'>,
  hashesOf: (key: string) => Promise<readonly string[]>,
  onDamage: (file: string) => void,
  readMs = READ_MS,
): Storage['open'] {
  return async (key) => {
    const file = await storage.open(key);
    if (!file) return null;
    const known = await hashesOf(key);
    if (known.length === 0) return file;
    const isSmall = file.bytes <= IN_MEMORY_BYTES;
    const end = limitReading(file, readMs);
    const bytes = isSmall ? await buffer(file.stream).finally(end) : null;
    const found = bytes ? sha256(bytes) : await hashOf(file.stream).finally(end);
    if (!known.includes(found)) {
      onDamage(key);
      return null;
    }
    return bytes
      ? { stream: Readable.from(bytes, { objectMode: false }), bytes: bytes.length }
      : storage.open(key);
  };
}

type OpenFile = { stream: Readable; bytes: number };

/** Ends the reading of a file that arrives byte by byte. @returns a function that lifts the limit */
function limitReading({ stream, bytes }: OpenFile, readMs: number): () => void {
  const tooSlow = () => stream.destroy(storageAway(new Error('the file arrives too slowly')));
  const timer = setTimeout(tooSlow, readMs + bytes * BYTE_MS);
  return () => clearTimeout(timer);
}

async function knownHashes(hashes: FileHashes, key: string): Promise<string[]> {
  const { promise: tooSlow, resolve } = Promise.withResolvers<string[]>();
  const timer = setTimeout(() => resolve([]), PATIENCE_MS);
  // Without a database the pictures stay, as the page does.
  const known = await Promise.race([hashes.of(key).catch(() => []), tooSlow]);
  clearTimeout(timer);
  return known;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

/** Returns the SHA-256 of a stream's bytes, in base64url. */
export async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(stream, hash);
  return hash.digest('base64url');
}
