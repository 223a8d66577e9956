import { createWriteStream } from 'node:fs';
import { copyFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isDay } from '#domain/base/dates.ts';
import type { Config } from '#server/config.ts';
import { moveDurably, syncFile } from '#server/lib/durable-files.ts';
import { openPrefixed } from '#server/ports/storage/open-bucket.ts';
import { diskStorage } from '#server/ports/storage/open-storage.ts';
import { type FilePlace, storageAway } from '#server/ports/storage/storage.ts';

/** Where nightly copies are stored: `2026-03-10.zip`, and beside it `files/`. */
export type CopyPlace = {
  /** Returns the days of the copies, in any order. */
  list(): Promise<string[]>;
  /** Moves a local file there; when it returns, it survives a power loss. */
  put(day: string, path: string): Promise<void>;
  /** Copies a stored copy into a local file. @throws Error when there is none */
  fetch(day: string, path: string): Promise<void>;
  remove(day: string): Promise<void>;
  /** Null: the copies are on the disk of the files themselves, and have the database alone. */
  files: FilePlace | null;
};

type Parts = Pick<Config, 'dataDir' | 'backup'>;

/**
 * Opens the place of nightly copies.
 * @throws Error when the folder of BACKUP_DIR is missing: its disk may not be mounted
 */
export async function openCopyPlace(config: Parts, scratchDir: string): Promise<CopyPlace> {
  const { place } = config.backup;
  if (place.kind === 'data') return folderPlace(join(config.dataDir, 'copias'), null);
  if (place.kind === 'folder') {
    await stat(place.folder);
    return folderPlace(place.folder, diskStorage(join(place.folder, 'files'), scratchDir));
  }
  // An outage, too, is found at opening: the job is retried.
  const open = (prefix: string) =>
    openPrefixed(place.bucket, 'BACKUP_S3', prefix).catch((error) => {
      throw storageAway(error);
    });
  const [copies, files] = [await open(''), await open('files/')];
  return {
    list: async () => daysOf([...(await listKeys(copies))]),
    put: (day, path) => copies.putFile(nameOf(day), path),
    async fetch(day, path) {
      const file = await copies.open(nameOf(day));
      if (!file) throw new Error(`there is no copy of ${day}`);
      await pipeline(file.stream, createWriteStream(path, { mode: 0o600 }));
    },
    remove: (day) => copies.remove(nameOf(day)),
    files,
  };
}

function folderPlace(folder: string, files: FilePlace | null): CopyPlace {
  const pathOf = (day: string) => join(folder, nameOf(day));
  return {
    list: async () => daysOf(await readdir(folder).catch(() => [])),
    async put(day, path) {
      await syncFile(path);
      await moveDurably(path, pathOf(day), { drafts: join(folder, '.arriving') });
    },
    fetch: (day, path) => copyFile(pathOf(day), path),
    remove: (day) => rm(pathOf(day), { force: true }),
    files,
  };
}

export async function listKeys(place: FilePlace): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const key of place.keys()) keys.add(key);
  return keys;
}

const nameOf = (day: string) => `${day}.zip`;

function daysOf(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const day = name.slice(0, -'.zip'.length);
    return name.endsWith('.zip') && isDay(day) ? [day] : [];
  });
}
