import { imageFileProblems, rejectionMessage, sniffImageType } from '#domain/pins/image-files.ts';
import { MAX_IMAGE_BYTES, MAX_IMAGES } from '#domain/pins/images.ts';

const HEAD_BYTES = 16;

/** Message and advice for rejected files. */
export type Rejection = {
  message: string;
  advice: readonly string[];
  /** Pictures whose only problem is a too large file. */
  tooLarge: readonly File[];
  /** The other rejected files. */
  others: readonly File[];
};

export type CheckedFiles = { accepted: File[]; problem: Rejection | null };

/** Returns a file's first bytes; null if it cannot be read. */
function readHead(file: File): Promise<Uint8Array | null> {
  const head = file.slice(0, HEAD_BYTES).arrayBuffer();
  return head.then((bytes) => new Uint8Array(bytes)).catch(() => null);
}

/**
 * Returns how to use a file that cannot be read, or of a known unsupported type; null: unknown, or
 * without a connection.
 */
async function findAdvice(head: Uint8Array | null): Promise<string | null> {
  const foreign = await import('#domain/pins/foreign-files.ts').catch(() => null);
  if (!foreign) return null;
  if (!head) return foreign.UNREADABLE_ADVICE;
  const kind = foreign.sniffForeignKind(head);
  return kind && foreign.FOREIGN_ADVICE[kind];
}

/** Checks a file by its content, whatever its name. */
async function checkFile(file: File) {
  const head = await readHead(file);
  const type = head && sniffImageType(head);
  const advice = type ? null : await findAdvice(head);
  const isTooLarge = file.size > MAX_IMAGE_BYTES;
  // Its size is reason enough, unless it is known to be no picture.
  const declared = isTooLarge && !advice ? file.type : '';
  return {
    file,
    name: file.name,
    reasons: head
      ? imageFileProblems({ type: type ?? declared, size: file.size })
      : ['No se pudo leer'],
    advice: advice ? [advice] : [],
    isTooLarge: type !== null && isTooLarge,
  };
}

/** Returns the files that can become pins. @param room how many more pictures the order accepts */
export async function checkFiles(files: readonly File[], room: number): Promise<CheckedFiles> {
  const checked = await Promise.all(files.map(checkFile));
  const rejected = checked.filter(({ reasons }) => reasons.length > 0);
  const good = checked.filter(({ reasons }) => reasons.length === 0).map(({ file }) => file);
  const problems = [
    rejected.length > 0 && rejectionMessage(rejected),
    good.length > room && `Puedes pedir hasta ${MAX_IMAGES} imágenes a la vez.`,
  ].filter((text) => text !== false);
  const rejection = {
    message: problems.join(' '),
    advice: [...new Set(rejected.flatMap(({ advice }) => advice))],
    tooLarge: rejected.filter(({ isTooLarge }) => isTooLarge).map(({ file }) => file),
    others: rejected.filter(({ isTooLarge }) => !isTooLarge).map(({ file }) => file),
  };
  return {
    accepted: good.slice(0, Math.max(0, room)),
    problem: problems.length > 0 ? rejection : null,
  };
}

/** Returns the message with its advice, where files are not listed. */
export function describeRejection({ message, advice }: Rejection): string {
  return [message, ...advice].join(' ');
}

export function addedMessage(count: number): string {
  return count === 1 ? 'Se agregó 1 imagen' : `Se agregaron ${count} imágenes`;
}
