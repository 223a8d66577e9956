import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
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
import { hashed } from '#server/features/backup/write/archive.ts';
import { isFullDisk } from '#server/lib/disk-space.ts';
import { isOutage } from '#server/lib/outages.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import {
  BrokenSeal,
  createUnsealer,
  isSealedFile,
  WrongPassphrase,
} from '#server/lib/sealed-files.ts';
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

export type OpenOptions = {
  /** The phrase by which it may be encrypted; null: none is known. */
  passphrase?: string | null;
  /** Opens a file that lies beside the copy, not in it. */
  openBeside?: (key: string) => Promise<Readable | null>;
  /** Migrations after the released ones, for tests. */
  further?: Further;
};

/**
 * Opens a backup and checks all but its files, whose hashes are checked when they are read.
 * @param scratchDir folder for its database, until it is closed
 * @throws BadBackup when it is damaged, was edited, or is of a later version
 */
export async function openBackup(
  path: string,
  scratchDir: string,
  { passphrase = null, openBeside = async () => null, further = {} }: OpenOptions = {},
): Promise<OpenBackup> {
  const unseal = createUnsealer(passphrase);
  const parts = await openParts(path, scratchDir, unseal);
  const { manifest, folder } = parts;
  try {
    const database = parts.read(DATABASE, manifest.database);
    await pipeline(database, createWriteStream(join(folder, DATABASE), { mode: 0o600 }));
    const db = await openCopiedDatabase(folder, manifest, further);
    return {
      manifest,
      db,
      readFile: async function* (key) {
        const name = fileEntry(key);
        const expected = manifest.files[key];
        if (parts.has(name)) return yield* parts.read(name, expected);
        const stream = await openBeside(key);
        if (!stream) throw new BadBackup(`falta ${name}: deja la carpeta files junto a la copia`);
        yield* checked(unseal(stream), key, expected);
      },
      close: async () => {
        await db.close();
        await parts.close();
      },
    };
  } catch (error) {
    await parts.close();
    return refuse(error);
  }
}

/** Reads a backup's manifest, and nothing else of it. @throws BadBackup when it cannot be read */
export async function readManifest(
  path: string,
  scratchDir: string,
  passphrase: string | null,
): Promise<Manifest> {
  const { manifest, close } = await openParts(path, scratchDir, createUnsealer(passphrase));
  await close();
  return manifest;
}

/** Opens a backup's zip and checks names, sizes and its list. @throws BadBackup */
async function openParts(
  path: string,
  scratchDir: string,
  unseal: ReturnType<typeof createUnsealer>,
) {
  const folder = join(scratchDir, `restoring-${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let zip: yauzl.ZipFile | null = null;
  const close = async () => {
    zip?.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const isPlain = !(await isSealedFile(path));
    const zipPath = isPlain ? path : join(folder, 'copy.zip');
    if (!isPlain) await pipeline(unseal(createReadStream(path)), createWriteStream(zipPath));
    const opened = await yauzl.openPromise(zipPath, { autoClose: false, strictFileNames: true });
    zip = opened;
    const entries = await listEntries(opened);
    refuseBombs(opened, entries);
    const read = (name: string, expected?: string) =>
      readEntry(opened, entries.get(name), expected);
    const manifest = parseManifest(await text(read(MANIFEST)));
    refuseUnlisted(entries, manifest);
    return { manifest, folder, has: (name: string) => entries.has(name), read, close };
  } catch (error) {
    await close();
    return refuse(error);
  }
}

/** @throws BadBackup, or the error of an outage or a full disk as it is */
function refuse(error: unknown): never {
  if (error instanceof BadBackup || isOutage(error) || isFullDisk(error)) throw error;
  if (error instanceof WrongPassphrase) throw new BadBackup(error.message, { cause: error });
  if (error instanceof BrokenSeal) throw new BadBackup('está dañada o cortada', { cause: error });
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
  const stream = await zip.openReadStreamPromise(entry).catch((error) => refuse(error));
  yield* checked(stream, entry.fileName, expected);
}

/** Passes a stream on. @throws BadBackup at its end when its hash is another */
async function* checked(
  content: AsyncIterable<Uint8Array>,
  name: string,
  expected: string | undefined,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  try {
    yield* hashed(content, hash);
  } catch (error) {
    refuse(error);
  }
  if (expected !== undefined && hash.digest('hex') !== expected) {
    throw new BadBackup(`"${name}" no es lo que se guardó`);
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
