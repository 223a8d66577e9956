import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '#server/config.ts';
import { lastMigration, openDatabase, readSnapshotOf } from '#server/db/database.ts';
import type { Schema } from '#server/db/types.ts';
import { DATABASE, fileEntry, MANIFEST, type Manifest } from '#server/features/backup/manifest.ts';
import { copyRows, type Row, readSums } from '#server/features/backup/move-tables.ts';
import { backupTables } from '#server/features/backup/tables.ts';
import { fileKeys } from '#server/features/uploads/urls.ts';
import { createSealer } from '#server/lib/sealed-files.ts';
import { SHOP_VERSION } from '#server/lib/version.ts';
import { hashOf, openChecked } from '#server/ports/storage/checked-storage.ts';
import { openStorage } from '#server/ports/storage/open-storage.ts';
import { storageAway } from '#server/ports/storage/storage.ts';
import { type Archive, openArchive } from './archive.ts';

export type BackupRequest = {
  /** Configuration of the shop that is backed up; it may be running. */
  config: Pick<Config, 'database' | 'dataDir' | 'files' | 'backup'>;
  /** The file to write. */
  path: string;
  /** Where the files that rows name go: into the zip, beside it, or nowhere. */
  files: 'inside' | FileTarget | null;
  /** By the shop's clock, in milliseconds since 1970. */
  madeAt: number;
};

/** Encrypts bytes by the configured passphrase; without one, it passes them on. */
type Seal = (content: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** A place for files, which never change. */
export type FileTarget = {
  has(key: string): boolean;
  /** Adds or replaces a file. @returns the SHA-256 of its bytes, in hexadecimal */
  add(key: string, file: { stream: Readable }, seal: Seal): Promise<string>;
};

export type BackupListeners = {
  /** Called after each step with the progress, from 0 to 1. */
  onProgress: (progress: number) => void;
  /** Called with each damaged file, which is left out. */
  onDamage: (file: string) => void;
};

/** Share of the progress that stands for the rows, in a backup with pictures. */
const TABLES_SHARE = 0.2;

/** Facts collected from the rows while they are copied. */
type Noted = {
  sums: Manifest['sums'];
  fileKeys: string[];
  /** Known hashes, by file name. */
  hashes: Map<string, string[]>;
};

/**
 * Writes a snapshot of a shop into a file, with the stored files that its rows name. Buyers can
 * order meanwhile.
 * @returns its size in bytes
 * @throws ShopError `unavailable` while the bucket is
 */
export async function writeBackup(
  request: BackupRequest,
  listeners: BackupListeners,
): Promise<number> {
  const { path, madeAt, files } = request;
  const { passphrase } = request.config.backup;
  const seal: Seal = passphrase === null ? (content) => content : await createSealer(passphrase);
  const folder = `${path}.database`;
  const archive = openArchive(path);
  try {
    const noted = await writeDatabase(request, folder, listeners);
    const database = await archive.add(DATABASE, createReadStream(join(folder, DATABASE)));
    await rm(folder, { recursive: true });
    const target = files === 'inside' ? insideOf(archive) : files;
    const copied = target
      ? await copyFiles(target, noted, { ...request, seal }, listeners)
      : { files: {}, missing: 0 };
    const manifest: Manifest = {
      ...{ version: SHOP_VERSION, schema: lastMigration(), sums: noted.sums, database },
      ...{ madeAt: new Date(madeAt).toISOString(), ...copied },
    };
    await archive.add(MANIFEST, [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]);
    await archive.finish();
    if (passphrase !== null) await sealFile(path, seal);
    return (await stat(path)).size;
  } catch (error) {
    await archive.destroy();
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Fills a database that is made anew: so it has no secret in a page that is no longer used. */
async function writeDatabase(
  { config, files }: BackupRequest,
  folder: string,
  { onProgress }: BackupListeners,
): Promise<Noted> {
  await mkdir(folder, { mode: 0o700 });
  const copy = await openDatabase({ dataDir: folder, database: { kind: 'sqlite' } });
  try {
    return await readSnapshotOf(config, (source) =>
      copy.transaction(async (target) => {
        const noted: Omit<Noted, 'sums'> = { fileKeys: [], hashes: new Map() };
        const done = new Set<string>();
        await copyRows(source, target, backupTables, (table, page) => {
          done.add(table.name);
          onProgress((done.size / backupTables.length) * TABLES_SHARE);
          for (const row of files === null ? [] : page) noteFiles(noted, table.name, row);
        });
        return { ...noted, sums: await readSums(target) };
      }),
    );
  } finally {
    await copy.close();
  }
}

const WITH_FILE: ReadonlySet<string> = new Set<keyof Schema>([
  'order_receipts',
  'order_documents',
  'order_complaints',
]);

function noteFiles(noted: Omit<Noted, 'sums'>, table: keyof Schema, row: Row): void {
  const { file, sha256, id } = row;
  if (table === 'file_hashes') {
    noted.hashes.set(String(file), [...(noted.hashes.get(String(file)) ?? []), String(sha256)]);
  }
  if (table === 'uploads' && row.removed_at === null) {
    noted.fileKeys.push(...Object.values(fileKeys(String(id))));
  }
  if (WITH_FILE.has(table) && typeof file === 'string') noted.fileKeys.push(file);
}

function insideOf(archive: Archive): FileTarget {
  return {
    has: () => false,
    // Pictures and PDFs are compressed already.
    add: (key, { stream }) => archive.add(fileEntry(key), stream, { compress: false }),
  };
}

async function sealFile(path: string, seal: Seal): Promise<void> {
  const sealed = `${path}.sealed`;
  try {
    await pipeline(seal(createReadStream(path)), createWriteStream(sealed, { mode: 0o600 }));
    await rename(sealed, path);
  } finally {
    await rm(sealed, { force: true });
  }
}

async function copyFiles(
  target: FileTarget,
  { fileKeys: keys, hashes }: Noted,
  { config, path, seal }: BackupRequest & { seal: Seal },
  { onProgress, onDamage }: BackupListeners,
): Promise<Pick<Manifest, 'files' | 'missing'>> {
  const copied: Pick<Manifest, 'files' | 'missing'> = { files: {}, missing: 0 };
  if (keys.length === 0) return copied;
  const storage = await openStorage(config, dirname(path)).catch((error) => {
    throw storageAway(error);
  });
  const open = openChecked(storage, async (key) => hashes.get(key) ?? [], onDamage);
  for (const [at, key] of keys.entries()) {
    const [known, other] = hashes.get(key) ?? [];
    // Of several hashes it may have any.
    const isThere = target.has(key) && other === undefined;
    const file = isThere && known !== undefined ? null : await open(key);
    if (isThere && known !== undefined) copied.files[key] = toHex(known);
    else if (!file) copied.missing += 1;
    else if (isThere) copied.files[key] = toHex(await hashOf(file.stream));
    else copied.files[key] = await target.add(key, file, seal);
    onProgress(TABLES_SHARE + (1 - TABLES_SHARE) * ((at + 1) / keys.length));
  }
  return copied;
}

function toHex(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString('hex');
}
