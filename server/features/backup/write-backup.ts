import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import { lastMigration, openDatabase, readSnapshotOf } from '#server/db/database.ts';
import type { Tx } from '#server/db/types.ts';
import { fileKeys } from '#server/features/uploads/urls.ts';
import { createSealer } from '#server/lib/sealed-files.ts';
import { streamZip } from '#server/lib/stream-zip.ts';
import { SHOP_VERSION } from '#server/lib/version.ts';
import { hashOf, openChecked } from '#server/ports/storage/checked-storage.ts';
import { openStorage } from '#server/ports/storage/open-storage.ts';
import { type FilePlace, storageAway } from '#server/ports/storage/storage.ts';
import { DATABASE, fileEntry, MANIFEST, type Manifest, toHex } from './manifest.ts';
import { copyRows, readSums } from './move-tables.ts';
import { backupTables } from './tables.ts';

export type BackupRequest = {
  /** Configuration of the shop that is backed up; it may be running. */
  config: Pick<Config, 'database' | 'dataDir' | 'files' | 'backup'>;
  /** An empty folder for incomplete files, which the caller removes. */
  folder: string;
};

export type BackupListeners = {
  /** Called after each step with the progress, from 0 to 1. */
  onProgress: (progress: number) => void;
  /** Called with each damaged file, which is left out. */
  onDamage: (file: string) => void;
};

/** Encrypts bytes, or passes them on. */
type Seal = (content: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** Share of the progress that stands for the rows. */
const TABLES_SHARE = 0.2;

/** Where a backup is written in its folder. */
export function backupPath(folder: string): string {
  return join(folder, 'backup.zip');
}

/**
 * Writes a snapshot of a shop into a file, with the stored files that its rows name. Buyers can
 * order meanwhile.
 * @param files where these go: into the zip, to a place that may have some already, or nowhere
 * @returns its size in bytes
 * @throws ShopError `unavailable` while the bucket is
 */
export async function writeBackup(
  request: BackupRequest,
  files: 'inside' | FilePlace | null,
  listeners: BackupListeners,
): Promise<number> {
  const { config, folder } = request;
  const { passphrase } = config.backup;
  const seal: Seal = passphrase === null ? (content) => content : await createSealer(passphrase);
  const { sums, hashes } = await writeDatabase(request, listeners);
  const databasePath = join(folder, DATABASE);
  const database = toHex(await hashOf(createReadStream(databasePath)));
  const content = streamZip(async (add) => {
    await add(DATABASE, createReadStream(databasePath));
    const inside: FileTarget = {
      there: new Set(),
      // Pictures and PDFs are compressed already.
      add: (key, file) => add(fileEntry(key), file, { compress: false }),
    };
    const target = files === 'inside' ? inside : files && (await openBeside(files, folder, seal));
    const copied = target === null ? {} : await copyFiles(target, hashes, request, listeners);
    const manifest: Manifest = {
      ...{ version: SHOP_VERSION, schema: lastMigration(), sums, database, files: copied },
      madeAt: new Date().toISOString(),
      missing: target === null ? 0 : hashes.size - Object.keys(copied).length,
    };
    await add(MANIFEST, Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]));
  });
  await pipeline(content, seal, createWriteStream(backupPath(folder), { mode: 0o600 }));
  return (await stat(backupPath(folder))).size;
}

/** Fills a database that is made anew: so it has no secret in a page that is no longer used. */
async function writeDatabase(
  { config, folder }: BackupRequest,
  { onProgress }: BackupListeners,
): Promise<{ sums: Manifest['sums']; hashes: Map<string, string[]> }> {
  const tables = await backupTables();
  const copy = await openDatabase({ dataDir: folder, database: { kind: 'sqlite' } });
  try {
    return await readSnapshotOf(config, (source) =>
      copy.transaction(async (target) => {
        await copyRows(source, target, tables, (share) => onProgress(share * TABLES_SHARE));
        return { sums: await readSums(target), hashes: await readHashes(target) };
      }),
    );
  } finally {
    await copy.close();
  }
}

/** Returns the keys of the files that rows name, each with the hashes that it may have. */
async function readHashes(tx: Tx): Promise<Map<string, string[]>> {
  const pictures = tx.selectFrom('uploads').select('id').where('removed_at', 'is', null);
  const others = sql<{ file: string }>`select file from order_receipts where file is not null
    union all select file from order_documents where file is not null
    union all select file from order_complaints where file is not null`;
  const keys = [
    ...(await pictures.execute()).flatMap(({ id }) => Object.values(fileKeys(id))),
    ...(await others.execute(tx)).rows.map(({ file }) => file),
  ];
  const rows = await tx.selectFrom('file_hashes').selectAll().execute();
  const known = Map.groupBy(rows, ({ file }) => file);
  return new Map(keys.map((key) => [key, (known.get(key) ?? []).map(({ sha256 }) => sha256)]));
}

/** A place for files, which never change, and the names of those that are there. */
type FileTarget = {
  there: ReadonlySet<string>;
  /** Adds or replaces a file. */
  add(key: string, content: Readable): Promise<void>;
};

async function openBeside(place: FilePlace, folder: string, seal: Seal): Promise<FileTarget> {
  const there = new Set<string>();
  for await (const key of place.keys()) there.add(key);
  return {
    there,
    async add(key, content) {
      const path = join(folder, key);
      await pipeline(content, seal, createWriteStream(path, { mode: 0o600 }));
      await place.putFile(key, path);
    },
  };
}

/** @returns the hashes of the copied files, by their keys; lost and damaged ones are left out */
async function copyFiles(
  target: FileTarget,
  hashes: ReadonlyMap<string, readonly string[]>,
  { config, folder }: BackupRequest,
  { onProgress, onDamage }: BackupListeners,
): Promise<Manifest['files']> {
  const storage = await openStorage(config, folder).catch((error) => {
    throw storageAway(error);
  });
  const open = openChecked(storage, async (key) => hashes.get(key) ?? [], onDamage);
  const hashAt = async (key: string) => {
    const file = await open(key);
    return file ? hashOf(file.stream) : undefined;
  };
  const copied: Manifest['files'] = {};
  let done = 0;
  for (const [key, known] of hashes) {
    // Of several hashes it may have any.
    const sha256 = known.length === 1 ? known[0] : await hashAt(key);
    const isThere = target.there.has(key) && known.length < 2;
    const file = isThere ? null : await open(key);
    if (file) await target.add(key, file.stream);
    if (sha256 !== undefined && (isThere || file)) copied[key] = toHex(sha256);
    done += 1;
    onProgress(TABLES_SHARE + (1 - TABLES_SHARE) * (done / hashes.size));
  }
  return copied;
}
