import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from './outages.ts';

/**
 * Writes a whole file or none; when it returns, the file survives a power loss.
 * @param scratch folder for incomplete files; best on the same volume
 * @param drafts see `moveDurably`; for a `scratch` on another volume
 * @param mode permissions, such as 0o600
 */
export async function writeDurably(
  path: string,
  bytes: Uint8Array | string,
  { scratch, drafts, mode = 0o666 }: { scratch: string; drafts?: string; mode?: number },
): Promise<void> {
  await mkdir(scratch, { recursive: true });
  const draft = join(scratch, randomUUID());
  try {
    await writeFile(draft, bytes, { flag: 'wx', mode, flush: true });
    await moveDurably(draft, path, drafts === undefined ? {} : { drafts });
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Moves a file that is already on disk, and creates its folder if needed. A reader of `to` finds
 * the whole file or none, even if it is on another volume.
 * @param drafts folder on the volume of `to` for incomplete copies
 */
export async function moveDurably(
  from: string,
  to: string,
  { drafts = dirname(to) }: { drafts?: string } = {},
): Promise<void> {
  const folder = dirname(to);
  const made = await mkdir(folder, { recursive: true });
  await rename(from, to).catch(async (error: unknown) => {
    // Another volume.
    if (codeOf(error) !== 'EXDEV') throw error;
    await copyOver(from, to, drafts);
  });
  // The folder's own name too: it may be new, created here or by a concurrent call.
  const top = dirname(made ?? folder);
  for (let at = folder; ; at = dirname(at)) {
    await syncFolder(at);
    if (at === top) break;
  }
}

async function copyOver(from: string, to: string, drafts: string): Promise<void> {
  await mkdir(drafts, { recursive: true });
  const draft = join(drafts, `.${randomUUID()}`);
  try {
    await copyFile(from, draft, constants.COPYFILE_EXCL);
    await syncFile(draft);
    await rename(draft, to);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await rm(from, { force: true });
}

export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The answers of network folders, such as SMB's, that cannot sync a folder. */
const UNSUPPORTED = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'];

/** A new name is only durable once its folder is synced, too, where that is possible. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!UNSUPPORTED.includes(codeOf(error))) throw error;
  } finally {
    await handle.close();
  }
}

/** By folder, the old files that the last sweep found. */
const foundOld = new Map<string, ReadonlySet<string>>();

/**
 * Removes a folder's files and folders that were not modified since `before` (milliseconds since 1970), if the
 * previous sweep found them as well: after the clock was set forward, a file that is still being
 * written looks old. A missing folder counts as empty.
 */
export async function sweepFolder(folder: string, before: number): Promise<void> {
  const old = new Set<string>();
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const entry = await stat(path).catch(() => null);
    if (!entry || entry.mtimeMs >= before) continue;
    const found = `${name} ${entry.mtimeMs}`;
    if (foundOld.get(folder)?.has(found)) await rm(path, { force: true, recursive: true });
    else old.add(found);
  }
  foundOld.set(folder, old);
}
