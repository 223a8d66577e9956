import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes a folder's files that nothing has touched for a while; a folder that is not there is empty.
 * @param before milliseconds since 1970
 */
export async function sweepFolder(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const entry = await stat(path).catch(() => null);
    if (entry && entry.mtimeMs < before) await rm(path, { force: true });
  }
}
