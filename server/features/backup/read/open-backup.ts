import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import * as yauzl from 'yauzl';
import { type Database, openDatabase } from '#server/db/database.ts';
import {
  BadBackup,
  DATABASE,
  fileEntry,
  fileKeyOf,
  MANIFEST,
  type Manifest,
  manifestSchema,
} from '#server/features/backup/manifest.ts';
import { readRows, readSums, refuseStrayNames } from '#server/features/backup/move-tables.ts';
import { backupTables } from '#server/features/backup/tables.ts';
import { isFullDisk } from '#server/lib/disk-space.ts';
import { isOutage } from '#server/lib/outages.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { type Further, refuseForeignSchema } from './foreign-schema.ts';
import { refuseOddValues } from './stored-values.ts';

export type OpenBackup = {
  manifest: Manifest;
  /** Its database, checked and migrated to this version. */
  db: Database;
  /** Streams a stored file. @throws BadBackup when it is missing, or at its end when it was changed */
  readFile(key: string): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
};

/** Maximum bytes of a file: originals and proofs of transfer have up to 5 MB, others a bit more. */
const MAX_FILE = 64_000_000;
const MAX_MANIFEST = 64_000_000;
const MAX_DATABASE = 64_000_000_000;
/**
 * Maximum ratio of the uncompressed to the compressed size, besides the empty pages of a new
 * database: rows compress to a tenth, pictures hardly at all.
 */
const MAX_GROWTH = 100;
const EMPTY_BYTES = 4_000_000;

/**
 * Opens a backup and checks all but its files, whose hashes are checked when they are read.
 * @param scratchDir folder for its database, until it is closed
 * @param further migrations after the released ones, for tests
 * @throws BadBackup when it is damaged, was edited, or is of a later version
 */
export async function openBackup(
  path: string,
  scratchDir: string,
  further: Further = {},
): Promise<OpenBackup> {
  const folder = join(scratchDir, `restoring-${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    const zip = await yauzl.openPromise(path, { autoClose: false, strictFileNames: true });
    try {
      const entries = await listEntries(zip);
      refuseBombs(zip, entries);
      const manifest = parseManifest(await text(readEntry(zip, entries.get(MANIFEST))));
      refuseUnlisted(entries, manifest);
      const database = readEntry(zip, entries.get(DATABASE), manifest.database);
      await pipeline(database, createWriteStream(join(folder, DATABASE), { mode: 0o600 }));
      const db = await openCopiedDatabase(folder, manifest, further);
      return {
        manifest,
        db,
        readFile: (key) => readEntry(zip, entries.get(fileEntry(key)), manifest.files[key]),
        close: async () => {
          zip.close();
          await db.close();
          await removeFolder();
        },
      };
    } catch (error) {
      zip.close();
      throw error;
    }
  } catch (error) {
    await removeFolder();
    return refuse(error);
  }
}

/** @throws BadBackup, or the error of an outage or a full disk as it is */
function refuse(error: unknown): never {
  if (error instanceof BadBackup || isOutage(error) || isFullDisk(error)) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  throw new BadBackup(`no se puede leer como copia de una tienda: ${reason}`, { cause: error });
}

/** Refuses invalid and repeated names before anything is read. */
async function listEntries(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>();
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry;
    const isKnown = [DATABASE, MANIFEST].includes(fileName) || fileKeyOf(fileName) !== null;
    if (!isKnown || entries.has(fileName)) {
      throw new BadBackup(`ninguna copia de una tienda contiene "${fileName}"`);
    }
    entries.set(fileName, entry);
  }
  return entries;
}

/** Checks the declared sizes: the reader refuses an entry that is longer than declared. */
function refuseBombs(zip: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>): void {
  let total = 0;
  for (const [name, { uncompressedSize }] of entries) {
    const max = { [MANIFEST]: MAX_MANIFEST, [DATABASE]: MAX_DATABASE }[name] ?? MAX_FILE;
    total += uncompressedSize;
    if (uncompressedSize > max) {
      throw new BadBackup(`"${name}" es más grande que en cualquier copia de una tienda`);
    }
  }
  if (total > MAX_GROWTH * zip.fileSize + EMPTY_BYTES) {
    throw new BadBackup('sus partes juntas son más grandes que en cualquier copia de una tienda');
  }
}

function refuseUnlisted(entries: ReadonlyMap<string, yauzl.Entry>, { files }: Manifest): void {
  for (const key of Object.keys(files)) {
    if (fileKeyOf(fileEntry(key)) === null) {
      throw new BadBackup(`ninguna copia de una tienda contiene "${key}"`);
    }
  }
  for (const name of entries.keys()) {
    const key = fileKeyOf(name);
    if (key !== null && !Object.hasOwn(files, key)) {
      throw new BadBackup(`"${name}" no está en su lista`);
    }
  }
}

async function* readEntry(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry | undefined,
  expected?: string,
): AsyncGenerator<Uint8Array> {
  if (!entry) throw new BadBackup('le falta una parte');
  const hash = createHash('sha256');
  try {
    for await (const part of await zip.openReadStreamPromise(entry)) {
      hash.update(part);
      yield part;
    }
  } catch (error) {
    refuse(error);
  }
  if (expected !== undefined && hash.digest('hex') !== expected) {
    throw new BadBackup(`"${entry.fileName}" no es lo que se guardó`);
  }
}

function parseManifest(json: string): Manifest {
  const parsed = manifestSchema.safeParse(parseJson(json));
  if (!parsed.success) throw new BadBackup('su manifest.json no se puede leer');
  return parsed.data;
}

/** Migrates the copied database like that of any data folder, and checks everything in it. */
async function openCopiedDatabase(
  folder: string,
  manifest: Manifest,
  further: Further,
): Promise<Database> {
  await refuseForeignSchema(folder, manifest, further);
  const db = await openDatabase({ dataDir: folder, database: { kind: 'sqlite' } }, further);
  try {
    const [damage] = await db.findDamage();
    if (damage !== undefined) throw new BadBackup(`su base de datos está dañada: ${damage}`);
    await db.readSnapshot(async (tx) => {
      for (const table of backupTables) {
        for await (const page of readRows(tx, { ...table, blank: new Set() })) {
          for (const row of page) {
            refuseStrayNames(table, row);
            refuseOddValues(table.name, row);
          }
        }
      }
      const sums = await readSums(tx);
      if (!isDeepStrictEqual(sums, manifest.sums)) {
        const [is, was] = [JSON.stringify(sums), JSON.stringify(manifest.sums)];
        throw new BadBackup(`sus pedidos suman ${is}, y su manifest.json dice ${was}`);
      }
    });
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}
