import { readFile, writeFile } from 'node:fs/promises';

/** Returns a generator of random whole numbers below a bound, the same for a seed (mulberry32). */
export function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Returns a copy of the bytes with one of them changed, and its position. */
export function flipByte(
  bytes: Uint8Array,
  random: (below: number) => number,
): { flipped: Buffer; at: number } {
  const flipped = Buffer.from(bytes);
  const at = random(bytes.length);
  flipped[at] = (flipped[at] ?? 0) ^ (1 + random(255));
  return { flipped, at };
}

/** Changes one byte of a file while `work` runs, and then restores it. */
export async function withFlippedByte<T>(
  path: string,
  random: (below: number) => number,
  work: (at: number) => Promise<T>,
): Promise<T> {
  const bytes = await readFile(path);
  const { flipped, at } = flipByte(bytes, random);
  await writeFile(path, flipped);
  try {
    return await work(at);
  } finally {
    await writeFile(path, bytes);
  }
}
