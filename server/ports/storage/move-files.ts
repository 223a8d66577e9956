import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { hashOf, hashOfFile } from './checked-storage.ts';
import type { FilePlace } from './storage.ts';

/** How many files are moved at once: each mostly waits for a disk or a server. */
const AT_ONCE = 4;

/** The result for all files; `differ` has the keys of files with another content at the target. */
export type Moved = { moved: number; bytes: number; gone: number; differ: string[] };

type Move = {
  from: FilePlace;
  to: FilePlace;
  /** Folder for incomplete files. */
  scratchDir: string;
  onProgress: (moved: Moved) => void;
};

/**
 * Moves all files from one place to another, while the shop uses both. A file is removed from the
 * first place after its hash was checked in the second; an interrupted move continues at the next
 * call. Only one process may move files between two places at a time.
 * @throws Error with the key of a file whose copy differs; the original is kept
 */
export async function moveFiles(move: Move): Promise<Moved> {
  await mkdir(move.scratchDir, { recursive: true });
  const all: Moved = { moved: 0, bytes: 0, gone: 0, differ: [] };
  const keys = move.from.keys()[Symbol.asyncIterator]();
  let isBroken = false;

  async function work(): Promise<void> {
    for (let next = await keys.next(); !next.done && !isBroken; next = await keys.next()) {
      const { value: key } = next;
      const outcome = await moveFile(move, key);
      if (outcome === 'differs') all.differ.push(key);
      else if (outcome === 'gone') all.gone += 1;
      else {
        all.moved += 1;
        all.bytes += outcome.bytes;
      }
      move.onProgress(all);
    }
  }
  const workers = Array.from({ length: AT_ONCE }, () =>
    work().catch((error: unknown) => {
      isBroken = true;
      throw error;
    }),
  );
  await Promise.allSettled(workers);
  await Promise.all(workers);
  return all;
}

async function moveFile(
  { from, to, scratchDir }: Move,
  key: string,
): Promise<{ bytes: number } | 'gone' | 'differs'> {
  const path = join(scratchDir, randomUUID());
  try {
    const file = await from.open(key);
    if (!file) return 'gone';
    await pipeline(file.stream, createWriteStream(path));
    const wanted = await hashOfFile(path);
    const there = await hashAt(to, key);
    // If both exist and differ, the shop uses the one at the target.
    if (there !== null && there !== wanted) return 'differs';
    if (there === null) {
      await to.putFile(key, path);
      const arrived = await hashAt(to, key);
      if (arrived !== wanted && arrived !== null) throw new Error(`${key} came out different`);
    }
    // The shop removed it meanwhile in both places: it must not reappear.
    const left = await from.open(key);
    if (left === null) {
      await to.remove(key);
      return 'gone';
    }
    left.stream.destroy();
    await from.remove(key);
    return { bytes: file.bytes };
  } finally {
    await rm(path, { force: true });
  }
}

/** Returns the hash of a file, or null when there is no such file. */
async function hashAt(place: FilePlace, key: string): Promise<string | null> {
  const file = await place.open(key);
  return file && hashOf(file.stream);
}
