import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export type Archive = {
  /**
   * Resolves once the entry is written: it is streamed at the speed of the disk.
   * @returns the SHA-256 of its bytes, in hexadecimal
   */
  add(name: string, content: Content, options?: { compress?: boolean }): Promise<string>;
  /** Resolves once the file is complete. */
  finish(): Promise<void>;
  /** Aborts; the file stays incomplete. */
  destroy(): Promise<void>;
};

/** Starts a zip. */
export function openArchive(path: string): Archive {
  const zip = new ZipFile();
  // Not `Readable.from`: that cannot be destroyed while it waits for the first byte.
  const source = zip.outputStream.pipe(new PassThrough());
  zip.on('error', (error) => source.destroy(error));
  const written = pipeline(source, createWriteStream(path, { mode: 0o600 }));
  written.catch(() => undefined);

  async function add(name: string, content: Content, { compress = true } = {}): Promise<string> {
    const hash = createHash('sha256');
    const entry = Readable.from(hashed(content, hash), { objectMode: false });
    const read = finished(entry, { writable: false });
    read.catch(() => undefined);
    const unread = new Set([entry]);
    // The zip holds this callback until it ends; holding the stream would hold all files' bytes.
    zip.addReadStreamLazy(name, { compress }, (give) => {
      for (const stream of unread) give(null, stream);
      unread.clear();
    });
    // If the disk is full, writing fails and the entry is never read to its end.
    await Promise.race([read, written]);
    return hash.digest('hex');
  }

  return {
    add,
    async finish() {
      zip.end();
      await written;
    },
    async destroy() {
      source.destroy();
      await written.catch(() => undefined);
    },
  };
}

/** Passes bytes on and adds them to a hash. */
export async function* hashed(
  content: Content,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    hash.update(bytes);
    yield bytes;
  }
}
