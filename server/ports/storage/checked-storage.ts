import { createHash, hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { within } from '#server/lib/within.ts';
import type { FileHashes } from './file-hashes.ts';
import { checkFileKey, type Storage, storageAway } from './storage.ts';

/**
 * Files up to this size in bytes are checked in memory and read once; larger ones are read twice.
 */
const IN_MEMORY_BYTES = 1024 ** 2;
/** So much is in memory for all who read slowly, or have stopped; what does not fit is read twice. */
const MAX_HELD_BYTES = 64 * IN_MEMORY_BYTES;
/** What is given to a reader at once. */
const PART_BYTES = 64 * 1024;
/** Maximum time to read a file: a fixed part, and a part per byte for a very slow connection. */
const READ_MS = 30_000;
const BYTE_MS = 0.01;
/** How long to wait for a database that does not answer, before a picture is shown unchecked. */
const PATIENCE_MS = 1000;

/**
 * Returns a storage that compares files with their stored hash whenever they are read. A damaged
 * file counts as missing, but is not deleted: no picture, mail, sheet or backup contains it.
 * @param onDamage called each time a damaged file is found
 * @param readMs the fixed part of the time to read a file
 */
export function checkedStorage(
  storage: Storage,
  hashes: FileHashes,
  onDamage: (file: string) => void,
  readMs = READ_MS,
): Storage {
  return {
    // The hash first: a crash in between leaves a hash without a file, never a file without a hash.
    async put(key, bytes) {
      await hashes.add(checkFileKey(key), hash('sha256', bytes, 'base64url'));
      await storage.put(key, bytes);
    },

    async putFile(key, path) {
      checkFileKey(key);
      await hashes.add(key, await hashOfFile(path));
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
 * Returns a function that opens the files of a storage, and treats a damaged one as missing.
 * @param hashesOf returns the hashes that a file may have; none: the file is not checked
 */
export function openChecked(
  storage: Pick<Storage, 'open'>,
  hashesOf: (key: string) => Promise<readonly string[]>,
  onDamage: (file: string) => void,
  readMs = READ_MS,
): Storage['open'] {
  let held = 0;
  async function hold({ stream, bytes }: OpenFile, known: readonly string[]) {
    held += bytes;
    const release = () => {
      held -= bytes;
    };
    try {
      const whole = await buffer(stream);
      if (known.includes(hash('sha256', whole, 'base64url'))) {
        const sent = Readable.from(partsOf(whole), { objectMode: false });
        return { stream: sent.once('close', release), bytes: whole.length };
      }
    } catch (error) {
      release();
      throw error;
    }
    release();
    return null;
  }

  return async (key) => {
    const file = await storage.open(key);
    if (!file) return null;
    const known = await hashesOf(key);
    if (known.length === 0) return file;
    const end = limitReading(file, readMs);
    const isHeld = file.bytes <= IN_MEMORY_BYTES && held + file.bytes <= MAX_HELD_BYTES;
    const checked = isHeld ? await hold(file, known).finally(end) : null;
    if (checked) return checked;
    const isRight = !isHeld && known.includes(await hashOf(file.stream).finally(end));
    if (isRight) return storage.open(key, true);
    onDamage(key);
    return null;
  };
}

/** Returns a file's bytes in parts of their own: the last one does not keep the others. */
function* partsOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    yield Buffer.from(bytes.subarray(at, at + PART_BYTES));
  }
}

type OpenFile = { stream: Readable; bytes: number };

/** Aborts reading a file that arrives too slowly. @returns a function that removes the limit */
function limitReading({ stream, bytes }: OpenFile, readMs: number): () => void {
  const tooSlow = () => stream.destroy(storageAway(new Error('the file arrives too slowly')));
  const timer = setTimeout(tooSlow, readMs + bytes * BYTE_MS);
  return () => clearTimeout(timer);
}

async function knownHashes(hashes: FileHashes, key: string): Promise<string[]> {
  // During an outage of the database, pictures are still shown, like the page.
  return (await within(PATIENCE_MS, () => hashes.of(key).catch(() => []))) ?? [];
}

const PIECE_BYTES = 256 * 1024;

/**
 * Returns the SHA-256 of a file, in base64url. It is read into one buffer: the many of a stream would
 * make the garbage collector run for each picture.
 */
export async function hashOfFile(path: string): Promise<string> {
  const digest = createHash('sha256');
  const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead } = await file.read(piece);
      if (bytesRead === 0) return digest.digest('base64url');
      digest.update(piece.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/** Returns the SHA-256 of a stream's bytes, in base64url. */
export async function hashOf(stream: Readable): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(stream, digest);
  return digest.digest('base64url');
}
