import { imageFileProblems, MAX_IMAGES, rejectionMessage, sniffImageType } from '#domain/images.ts';

const HEAD_BYTES = 16;

export type CheckedFiles = {
  accepted: File[];
  /** What to tell of the files that were turned away. */
  problem: string | null;
};

/** What a file really is, by its first bytes; a file that cannot be read is nothing. */
async function readType(file: File): Promise<string> {
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  return sniffImageType(new Uint8Array(head)) ?? '';
}

/** Keeps the files that can become pins. @param room how many more pictures the order takes */
export async function checkFiles(files: readonly File[], room: number): Promise<CheckedFiles> {
  const checked = await Promise.all(
    files.map(async (file) => ({
      file,
      name: file.name,
      reasons: imageFileProblems({ type: await readType(file), size: file.size }),
    })),
  );
  const rejected = checked.filter(({ reasons }) => reasons.length > 0);
  const good = checked.filter(({ reasons }) => reasons.length === 0).map(({ file }) => file);
  const problems = [
    rejected.length > 0 && rejectionMessage(rejected),
    good.length > room && `Puedes pedir hasta ${MAX_IMAGES} imágenes a la vez.`,
  ].filter((text) => text !== false);
  return {
    accepted: good.slice(0, Math.max(0, room)),
    problem: problems.length > 0 ? problems.join(' ') : null,
  };
}

/** What is said when pictures joined the order. */
export function addedMessage(count: number): string {
  return count === 1 ? 'Se agregó 1 imagen' : `Se agregaron ${count} imágenes`;
}
