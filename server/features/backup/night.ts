import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isDay } from '#domain/base/dates.ts';
import { mondayOf } from '#domain/base/periods.ts';
import { openDatabase } from '#server/db/database.ts';
import { openBucket } from '#server/ports/storage/open-bucket.ts';
import { diskStorage } from '#server/ports/storage/open-storage.ts';
import { type FilePlace, storageAway } from '#server/ports/storage/storage.ts';
import { BadBackup } from './manifest.ts';
import { withBackup } from './open-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import {
  type BackupListeners,
  type BackupRequest,
  backupPath,
  writeBackup,
} from './write-backup.ts';

/** Where nightly copies are stored: `2026-03-10.zip`, and beside it `files/`. */
type CopyPlace = {
  copies: FilePlace;
  /** Null: the copies are on the disk of the files themselves, and have the database alone. */
  files: FilePlace | null;
};

/** @throws Error when the folder of BACKUP_DIR is missing: its disk may not be mounted */
async function openPlace({ config, folder }: BackupRequest): Promise<CopyPlace> {
  const { dataDir, backup } = config;
  const { place } = backup;
  const flat = { isFlat: true };
  if (place.kind === 'data') {
    return { copies: diskStorage(join(dataDir, 'copias'), folder, flat), files: null };
  }
  if (place.kind === 'folder') {
    await stat(place.folder);
    const files = diskStorage(join(place.folder, 'files'), folder);
    return { copies: diskStorage(place.folder, folder, flat), files };
  }
  // An outage, too, is found at opening: the job is retried.
  const open = (prefix: string) =>
    openBucket(place.bucket, 'BACKUP_S3', prefix).catch((error) => {
      throw storageAway(error);
    });
  return { copies: await open(''), files: await open('files/') };
}

const nameOf = (day: string) => `${day}.zip`;

async function listDays({ copies }: CopyPlace): Promise<string[]> {
  const days: string[] = [];
  for await (const key of copies.keys()) {
    const day = key.slice(0, -'.zip'.length);
    if (isDay(day) && key === nameOf(day)) days.push(day);
  }
  return days.sort();
}

/** Copies a stored copy into the temporary folder. @returns its path there */
async function fetchCopy({ copies }: CopyPlace, day: string, folder: string): Promise<string> {
  const file = await copies.open(nameOf(day));
  if (!file) throw new Error(`there is no copy of ${day}`);
  const path = join(folder, 'stored.zip');
  await pipeline(file.stream, createWriteStream(path, { mode: 0o600 }));
  return path;
}

/**
 * Writes the copy of a night to its place, opens and checks it there, and removes older copies with
 * the files that no kept one names.
 * @param day of the copy in Chile
 * @returns its size in bytes
 */
export async function writeNight(
  request: BackupRequest,
  day: string,
  listeners: BackupListeners,
): Promise<number> {
  const { config, folder } = request;
  const { passphrase } = config.backup;
  const place = await openPlace(request);
  const { copies, files } = place;
  const size = await writeBackup(request, files, listeners);
  await copies.putFile(nameOf(day), backupPath(folder));
  const stored = await fetchCopy(place, day, folder);
  await withBackup(stored, folder, { passphrase }, ({ openDatabase }) => openDatabase());
  const days = await listDays(place);
  const kept = (files === null ? new Set(days.slice(-7)) : keptCopies(days)).add(day);
  const old = days.filter((each) => !kept.has(each));
  for (const each of old) await copies.remove(nameOf(each));
  if (files !== null && old.length > 0) await removeUnnamed(place, files, request, kept);
  return size;
}

/** Removes files that no kept copy names; none while one of these cannot be read. */
async function removeUnnamed(
  place: CopyPlace,
  files: FilePlace,
  { config, folder }: BackupRequest,
  kept: ReadonlySet<string>,
): Promise<void> {
  const { passphrase } = config.backup;
  const named = new Set<string>();
  for (const day of kept) {
    const path = await fetchCopy(place, day, folder);
    const read = withBackup(path, folder, { passphrase }, async ({ manifest }) => manifest);
    const manifest = await read.catch((error: unknown) => {
      // An earlier copy may be damaged or have another phrase: it does not spoil the new one.
      if (error instanceof BadBackup) return null;
      throw error;
    });
    if (manifest === null) return;
    for (const key of Object.keys(manifest.files)) named.add(key);
  }
  for await (const key of files.keys()) {
    if (!named.has(key)) await files.remove(key);
  }
}

/** Restores the newest copy whole into a temporary folder. @returns the number of its orders */
export async function tryRestore(
  request: BackupRequest,
  { onProgress }: Pick<BackupListeners, 'onProgress'>,
): Promise<number> {
  const { config, folder } = request;
  const { passphrase } = config.backup;
  const place = await openPlace(request);
  const newest = (await listDays(place)).at(-1);
  if (newest === undefined) throw new Error('there is no copy to restore');
  const path = await fetchCopy(place, newest, folder);
  const db = await openDatabase({ dataDir: folder, database: { kind: 'sqlite' } });
  try {
    const storage = diskStorage(join(folder, 'files'), folder);
    // The restore compares these sums with what it has filled.
    const { sums } = await restoreBackup({ db, storage, scratchDir: folder }, path, {
      passphrase,
      onFile: () => onProgress(0),
      beside: place.files,
    });
    return sums.orders;
  } finally {
    await db.close();
  }
}

/** How many copies are kept, and of which periods each is the newest. */
const RULES = [
  { count: 7, periodOf: (day: string) => day },
  { count: 4, periodOf: mondayOf },
  { count: 6, periodOf: (day: string) => day.slice(0, 'YYYY-MM'.length) },
];

/**
 * Returns which nightly copies are kept: the newest 7, and the newest of each of the last 4 weeks
 * (from Monday) and 6 months that have one.
 * @param days days of all copies (`2026-03-09`), in any order
 */
export function keptCopies(days: readonly string[]): Set<string> {
  const newest = [...days].sort().reverse();
  return new Set(
    RULES.flatMap(({ count, periodOf }) =>
      [...Map.groupBy(newest, periodOf).values()].slice(0, count).flatMap(([first]) => first ?? []),
    ),
  );
}
