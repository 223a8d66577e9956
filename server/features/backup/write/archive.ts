import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { HASHES } from '../manifest.ts';

type Content = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

export type Archive = {
  /** Returns once the entry is written: no more of it is in memory than the disk can take. */
  add(name: string, content: Content, options?: { compress?: boolean }): Promise<void>;
  /** Adds the list of all hashes and returns once the file is whole. */
  finish(): Promise<void>;
  /** Breaks off; the file stays as it is. */
  destroy(): Promise<void>;
};

/** Begins a zip; it notes the hash of every entry. */
export function openArchive(path: string): Archive {
  const zip = new ZipFile();
  // Not `Readable.from`: that could not be ended while it waits for a first byte that never comes.
  const source = zip.outputStream.pipe(new PassThrough());
  zip.on('error', (error) => source.destroy(error));
  const written = pipeline(source, createWriteStream(path, { mode: 0o600 }));
  written.catch(() => undefined);
  const hashes: string[] = [];

  async function add(name: string, content: Content, { compress = true } = {}): Promise<void> {
    const hash = createHash('sha256');
    const entry = Readable.from(hashed(content, hash), { objectMode: false });
    const read = finished(entry, { writable: false });
    read.catch(() => undefined);
    zip.addReadStream(entry, name, { compress });
    // A full disk ends the file, and then nobody reads the entry to its end.
    await Promise.race([read, written]);
    hashes.push(`${hash.digest('hex')}  ${name}\n`);
  }

  return {
    add,
    async finish() {
      zip.addBuffer(Buffer.from(hashes.join('')), HASHES);
      zip.end();
      await written;
    },
    async destroy() {
      source.destroy();
      await written.catch(() => undefined);
    },
  };
}

async function* hashed(
  content: Content,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const part of content) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    hash.update(bytes);
    yield bytes;
  }
}
