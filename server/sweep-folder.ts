import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes a folder's files untouched since `before` (milliseconds); a missing folder is empty. */
export async function sweepFolder(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const entry = await stat(path).catch(() => null);
    if (entry && entry.mtimeMs < before) await rm(path, { force: true });
  }
}
