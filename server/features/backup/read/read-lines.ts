import { BadBackup } from './open-backup.ts';

/** A row is a few kilobytes, saved settings at most two megabytes: whatever is longer is none. */
const LONGEST_LINE = 4_000_000;

/** Splits text into its lines, however the bytes arrive. @throws BadBackup for one without end */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const part of bytes) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw new BadBackup('a row of the copy is too long');
    yield* lines;
  }
  if (rest + decoder.decode() !== '') throw new BadBackup('a row of the copy has no end');
}
