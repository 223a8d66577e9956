import { addAbortSignal, PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type ReadStreamOptions, ZipFile } from 'yazl';

/** Adds a part to a zip; resolves once it was read, at the speed of the zip's reader. */
type AddPart = (
  name: string,
  part: Readable,
  options?: Partial<ReadStreamOptions>,
) => Promise<void>;

/**
 * Streams a zip of the parts that `fill` adds, one after the other. If one of the two fails or is
 * destroyed, so does the other.
 */
export function streamZip(fill: (add: AddPart) => Promise<void>): Readable {
  const zip = new ZipFile();
  const content = zip.outputStream.pipe(new PassThrough());
  const closed = new AbortController();
  content.once('close', () => closed.abort());
  zip.on('error', (error) => content.destroy(error));

  async function add(name: string, part: Readable, options = {}): Promise<void> {
    const unread = new Set([addAbortSignal(closed.signal, part)]);
    // The zip holds this callback until it ends; holding the part would hold the bytes of all parts.
    zip.addReadStreamLazy(name, options, (give) => {
      for (const each of unread) give(null, each);
      unread.clear();
    });
    await finished(part, { writable: false });
  }

  fill(add).then(
    () => zip.end(),
    (error) => content.destroy(error),
  );
  return content;
}
