import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Writes a whole file or none; when it returns the file survives a loss of power.
 * @param scratch folder on the same disk for what is not whole yet
 * @param mode permissions, such as 0o600
 */
export async function writeDurably(
  path: string,
  bytes: Uint8Array | string,
  { scratch, mode = 0o666 }: { scratch: string; mode?: number },
): Promise<void> {
  await mkdir(scratch, { recursive: true });
  const draft = join(scratch, randomUUID());
  try {
    const file = await open(draft, 'wx', mode);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await moveDurably(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Renames a file that is on disk already; its folder is made where it is missing. */
export async function moveDurably(from: string, to: string): Promise<void> {
  const folder = dirname(to);
  const made = await mkdir(folder, { recursive: true });
  await rename(from, to);
  // The folder's own name too: it may be new, made here or just now by a rival.
  const top = dirname(made ?? folder);
  for (let at = folder; ; at = dirname(at)) {
    await syncFolder(at);
    if (at === top) break;
  }
}

/** A new name is only durable once its folder is on disk too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
