import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '#server/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { keptCopies } from '#server/features/backup/kept-copies.ts';
import { BadBackup, type Manifest } from '#server/features/backup/manifest.ts';
import { openBackup } from '#server/features/backup/read/open-backup.ts';
import { restoreBackup } from '#server/features/backup/restore-backup.ts';
import { createSealer } from '#server/lib/sealed-files.ts';
import { hashOf } from '#server/ports/storage/checked-storage.ts';
import { diskStorage } from '#server/ports/storage/open-storage.ts';
import { type CopyPlace, listKeys, openCopyPlace } from './copy-place.ts';
import { type BackupListeners, type FileTarget, toHex, writeBackup } from './write-backup.ts';

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
  const files = place.files === null ? null : await besideOf(place.files, folder, passphrase);
  await writeBackup({ config, path, files, madeAt, passphrase }, listeners);
  const { size } = await stat(path);
  await place.put(day, path);
  const manifest = await checkCopy(place, request, day);
  const days = await place.list();
  const kept = place.files === null ? new Set(days.sort().slice(-7)) : keptCopies(days);
  const old = days.filter((each) => !kept.has(each) && each !== day);
  for (const each of old) await place.remove(each);
  if (place.files !== null && old.length > 0) {
    await removeUnnamed(place, place.files, request, { manifest, kept });
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
  const path = join(folder, 'trial.zip');
  await place.fetch(newest, path);
  const db = await openDatabase({ dataDir: folder, database: { kind: 'sqlite' } });
  try {
    const storage = diskStorage(join(folder, 'files'), folder);
    const { passphrase } = config.backup;
    await restoreBackup({ db, storage, scratchDir: folder }, path, {
      passphrase,
      onFile: () => onProgress(0),
      openBeside: async (key) => (await place.files?.open(key))?.stream ?? null,
    });
    const { orders } = await db.queries
      .selectFrom('orders')
      .select(({ fn }) => fn.countAll<number>().as('orders'))
      .executeTakeFirstOrThrow();
    return orders;
  } finally {
    await db.close();
  }
}

/** Files never change, so one that is there already is not copied again. */
async function besideOf(
  files: NonNullable<CopyPlace['files']>,
  folder: string,
  passphrase: string | null,
): Promise<FileTarget> {
  const there = await listKeys(files);
  const seal = passphrase === null ? null : await createSealer(passphrase);
  return {
    has: (key) => there.has(key),
    async add(key, { stream }) {
      const plain = join(folder, 'file.plain');
      await pipeline(stream, createWriteStream(plain, { mode: 0o600 }));
      const hash = toHex(await hashOf(createReadStream(plain)));
      const path = seal === null ? plain : join(folder, 'file.sealed');
      if (seal !== null) {
        await pipeline(seal(createReadStream(plain)), createWriteStream(path, { mode: 0o600 }));
        await rm(plain);
      }
      await files.putFile(key, path);
      return hash;
    },
  };
}

/** Reads a copy back from its place and checks all but its files. */
async function checkCopy(
  place: CopyPlace,
  { config, folder }: NightRequest,
  day: string,
): Promise<Manifest> {
  const path = join(folder, `${day}-stored.zip`);
  try {
    await place.fetch(day, path);
    const backup = await openBackup(path, folder, { passphrase: config.backup.passphrase });
    await backup.close();
    return backup.manifest;
  } finally {
    await rm(path, { force: true });
  }
}

/** An earlier copy may be damaged or have another phrase: it does not spoil the new one. */
function ignoreUnreadable(error: unknown): null {
  if (error instanceof BadBackup) return null;
  throw error;
}

type Kept = { manifest: Manifest; kept: ReadonlySet<string> };

/** Removes files that no kept copy names; none while one of these cannot be read. */
async function removeUnnamed(
  place: CopyPlace,
  files: NonNullable<CopyPlace['files']>,
  request: NightRequest,
  { manifest, kept }: Kept,
): Promise<void> {
  const named = new Set(Object.keys(manifest.files));
  for (const day of kept) {
    if (day === request.day) continue;
    const older = await checkCopy(place, request, day).catch(ignoreUnreadable);
    if (older === null) return;
    for (const key of Object.keys(older.files)) named.add(key);
  }
  for await (const key of files.keys()) {
    if (!named.has(key)) await files.remove(key);
  }
}
