import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '#server/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { keptCopies } from '#server/features/backup/kept-copies.ts';
import { BadBackup } from '#server/features/backup/manifest.ts';
import { openBackup, readManifest } from '#server/features/backup/read/open-backup.ts';
import { restoreBackup } from '#server/features/backup/restore-backup.ts';
import { diskStorage } from '#server/ports/storage/open-storage.ts';
import { hashed } from './archive.ts';
import { type CopyPlace, listKeys, openCopyPlace } from './copy-place.ts';
import { type BackupListeners, type FileTarget, writeBackup } from './write-backup.ts';

export type NightRequest = {
  config: Pick<Config, 'database' | 'dataDir' | 'files' | 'backup'>;
  /** Day of the copy in Chile. */
  day: string;
  /** By the shop's clock, in milliseconds since 1970. */
  madeAt: number;
  /** Folder for incomplete files, which the caller removes. */
  folder: string;
};

/**
 * Writes the copy of a night to its place, opens and checks it there, and removes older copies with
 * the files that no kept one names.
 * @returns its size in bytes
 */
export async function writeNight(
  request: NightRequest,
  listeners: BackupListeners,
): Promise<number> {
  const { config, day, madeAt, folder } = request;
  const { passphrase } = config.backup;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = await openCopyPlace(config, folder);
  const path = join(folder, `${day}.zip`);
  const files = place.files === null ? null : await besideOf(place.files, folder);
  const size = await writeBackup({ config, path, files, madeAt }, listeners);
  await place.put(day, path);
  const stored = await openBackup(await fetchCopy(place, folder, day), folder, { passphrase });
  await stored.close();
  const days = await place.list();
  const kept = place.files === null ? new Set(days.sort().slice(-7)) : keptCopies(days);
  const old = days.filter((each) => !kept.has(each) && each !== day);
  for (const each of old) await place.remove(each);
  if (place.files !== null && old.length > 0) {
    await removeUnnamed(place, place.files, request, kept.add(day));
  }
  return size;
}

/** Restores the newest copy whole into a temporary folder. @returns the number of its orders */
export async function tryRestore(
  { config, folder }: NightRequest,
  { onProgress }: Pick<BackupListeners, 'onProgress'>,
): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = await openCopyPlace(config, folder);
  const newest = (await place.list()).sort().at(-1);
  if (newest === undefined) throw new Error('there is no copy to restore');
  const path = await fetchCopy(place, folder, newest);
  const db = await openDatabase({ dataDir: folder, database: { kind: 'sqlite' } });
  try {
    const storage = diskStorage(join(folder, 'files'), folder);
    const { passphrase } = config.backup;
    // The restore compares these sums with what it has filled.
    const { sums } = await restoreBackup({ db, storage, scratchDir: folder }, path, {
      passphrase,
      onFile: () => onProgress(0),
      openBeside: async (key) => (await place.files?.open(key))?.stream ?? null,
    });
    return sums.orders;
  } finally {
    await db.close();
  }
}

/** Files never change, so one that is there already is not copied again. */
async function besideOf(
  files: NonNullable<CopyPlace['files']>,
  folder: string,
): Promise<FileTarget> {
  const there = await listKeys(files);
  return {
    has: (key) => there.has(key),
    async add(key, { stream }, seal) {
      const path = join(folder, 'file');
      const hash = createHash('sha256');
      const target = createWriteStream(path, { mode: 0o600 });
      await pipeline(seal(hashed(stream, hash)), target);
      await files.putFile(key, path);
      return hash.digest('hex');
    },
  };
}

/** Copies a stored copy into the temporary folder. @returns its path there */
async function fetchCopy(place: CopyPlace, folder: string, day: string): Promise<string> {
  const path = join(folder, 'stored.zip');
  await place.fetch(day, path);
  return path;
}

/** Removes files that no kept copy names; none while one of these cannot be read. */
async function removeUnnamed(
  place: CopyPlace,
  files: NonNullable<CopyPlace['files']>,
  { config, folder }: NightRequest,
  kept: ReadonlySet<string>,
): Promise<void> {
  const named = new Set<string>();
  for (const day of kept) {
    const path = await fetchCopy(place, folder, day);
    const read = readManifest(path, folder, config.backup.passphrase);
    const manifest = await read.catch(ignoreUnreadable);
    if (manifest === null) return;
    for (const key of Object.keys(manifest.files)) named.add(key);
  }
  for await (const key of files.keys()) {
    if (!named.has(key)) await files.remove(key);
  }
}

/** An earlier copy may be damaged or have another phrase: it does not spoil the new one. */
function ignoreUnreadable(error: unknown): null {
  if (error instanceof BadBackup) return null;
  throw error;
}
