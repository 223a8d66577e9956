import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { type Content, hashed } from './manifest.ts';

/** Encrypts bytes, or passes them on. */
export type Seal = (content: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/**
 * Adds a part; resolves once it is written, at the speed of the disk.
 * @returns the SHA-256 of its bytes, in hexadecimal
 */
type AddPart = (
  name: string,
  content: Content,
  options?: { compress?: boolean },
) => Promise<string>;

/**
 * Writes a zip of the parts that `fill` adds one after the other. When it fails, the file is
 * incomplete.
 * @param seal encrypts the whole file
 */
export async function writeZip(
  path: string,
  seal: Seal,
  fill: (add: AddPart) => Promise<void>,
): Promise<void> {
  const zip = new ZipFile();
  const failed = new AbortController();
  zip.on('error', (error) => failed.abort(error));
  const file = createWriteStream(path, { mode: 0o600 });
  const source = zip.outputStream.pipe(new PassThrough());
  const written = pipeline(source, seal, file, { signal: failed.signal });

  async function add(name: string, content: Content, { compress = true } = {}): Promise<string> {
    const hash = createHash('sha256');
    const part = Readable.from(hashed(content, hash), { objectMode: false });
    const unread = new Set([part]);
    // The zip holds this callback until it ends; holding the stream would hold all files' bytes.
    zip.addReadStreamLazy(name, { compress }, (give) => {
      for (const stream of unread) give(null, stream);
      unread.clear();
    });
    await finished(part, { writable: false });
    return hash.digest('hex');
  }

  try {
    // If the disk is full, writing fails and the part is never read to its end.
    await Promise.race([fill(add), written]);
    zip.end();
    await written;
  } catch (error) {
    failed.abort();
    await written.catch(() => undefined);
    throw error;
  }
}
