import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import BetterSqlite from 'better-sqlite3';
import type { Migration } from 'kysely/migration';
import * as yauzl from 'yauzl';
import { type Database, migrationNames, openDatabase } from '#server/db/database.ts';
import { isFullDisk } from '#server/lib/disk-space.ts';
import { isOutage } from '#server/lib/outages.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import {
  BrokenSeal,
  createUnsealer,
  isSealedFile,
  WrongPassphrase,
} from '#server/lib/sealed-files.ts';
import { hashOf } from '#server/ports/storage/checked-storage.ts';
import type { FilePlace } from '#server/ports/storage/storage.ts';
import {
  BadBackup,
  DATABASE,
  fileEntry,
  fileKeyOf,
  MANIFEST,
  type Manifest,
  manifestSchema,
  toHex,
} from './manifest.ts';
import { readRows, readSums } from './move-tables.ts';
import { refuseOddValues } from './stored-values.ts';
import { backupTables, makeEmptyDatabase } from './tables.ts';

/** A backup whose names, sizes and list were checked. Its methods throw BadBackup. */
export type OpenBackup = {
  manifest: Manifest;
  /** Opens its database, migrated to this version, once everything in it was checked. */
  openDatabase(): Promise<Database>;
  /** Unpacks a stored file. @returns its path in a temporary folder */
  unpackFile(key: string): Promise<string>;
};

export type OpenOptions = {
  /** The phrase by which it may be encrypted; null: none is known. */
  passphrase?: string | null;
  /** The files that lie beside the copy, not in it. */
  beside?: Pick<FilePlace, 'open'> | null;
  /** Migrations after the released ones, for tests. */
  further?: Readonly<Record<string, Migration>>;
};

/** Maximum bytes of a file: originals and proofs of transfer have up to 5 MB, others a bit more. */
const MAX_FILE = 64_000_000;
const MAX_DATABASE = 64_000_000_000;
/**
 * Maximum ratio of the uncompressed to the compressed size, besides the empty pages of a new
 * database: rows compress to a tenth, pictures hardly at all.
 */
const MAX_GROWTH = 100;
const EMPTY_BYTES = 4_000_000;

/**
 * Opens a backup in a temporary folder, which is removed after `work`.
 * @throws BadBackup when it is damaged, was edited, or is of a later version
 */
export async function withBackup<Result>(
  path: string,
  scratchDir: string,
  { passphrase = null, beside = null, further = {} }: OpenOptions,
  work: (backup: OpenBackup) => Promise<Result>,
): Promise<Result> {
  const folder = join(scratchDir, 'restoring');
  const unseal = createUnsealer(passphrase);
  let zip: yauzl.ZipFile | undefined;
  let db: Database | undefined;
  try {
    // A restore that was killed may have left as much as a whole copy.
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const opened = await openZip(path, join(folder, 'copy.zip'), unseal).catch(refuse);
    zip = opened;
    const entries = await listEntries(opened).catch(refuse);
    const open = async (name: string) => {
      const entry = entries.get(name);
      if (!entry) throw new BadBackup('le falta una parte');
      return opened.openReadStreamPromise(entry).catch(refuse);
    };
    const manifest = parseManifest(await open(MANIFEST).then(text).catch(refuse));
    refuseUnlisted([...entries.keys()], manifest);
    return await work({
      manifest,
      async openDatabase() {
        const file = join(folder, DATABASE);
        await unpack(await open(DATABASE), file, manifest.database);
        await refuseForeignSchema(file, manifest, further).catch(refuse);
        const settings = { dataDir: folder, database: { kind: 'sqlite' } } as const;
        db = await openDatabase(settings, further).catch(refuse);
        await checkContent(db, manifest).catch(refuse);
        return db;
      },
      async unpackFile(key) {
        const name = fileEntry(key);
        const other = entries.has(name) ? null : await beside?.open(key);
        if (!other && !entries.has(name)) {
          throw new BadBackup(`falta ${name}: deja la carpeta files junto a la copia`);
        }
        const content = other ? unseal(other.stream) : await open(name);
        await unpack(content, join(folder, key), manifest.files[key]);
        return join(folder, key);
      },
    });
  } finally {
    zip?.close();
    await db?.close();
    await rm(folder, { recursive: true, force: true });
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

/** @param unsealed the file for an encrypted backup's content */
async function openZip(
  path: string,
  unsealed: string,
  unseal: ReturnType<typeof createUnsealer>,
): Promise<yauzl.ZipFile> {
  const isSealed = await isSealedFile(path);
  if (isSealed) await pipeline(unseal(createReadStream(path)), createWriteStream(unsealed));
  return yauzl.openPromise(isSealed ? unsealed : path, { autoClose: false, strictFileNames: true });
}

/**
 * Checks names and declared sizes before anything is read: the reader refuses an entry that is
 * longer than declared.
 */
async function listEntries(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName: name, uncompressedSize: size } = entry;
    const isKnown = [DATABASE, MANIFEST].includes(name) || fileKeyOf(name) !== null;
    if (!isKnown || entries.has(name)) {
      throw new BadBackup(`ninguna copia de una tienda contiene "${name}"`);
    }
    if (size > (name === DATABASE ? MAX_DATABASE : MAX_FILE)) {
      throw new BadBackup(`"${name}" es más grande que en cualquier copia de una tienda`);
    }
    total += size;
    entries.set(name, entry);
  }
  if (total > MAX_GROWTH * zip.fileSize + EMPTY_BYTES) {
    throw new BadBackup('sus partes juntas son más grandes que en cualquier copia de una tienda');
  }
  return entries;
}

function parseManifest(json: string): Manifest {
  const parsed = manifestSchema.safeParse(parseJson(json));
  if (!parsed.success) throw new BadBackup('su manifest.json no se puede leer');
  return parsed.data;
}

function refuseUnlisted(names: readonly string[], { files }: Manifest): void {
  const stray = Object.keys(files).find((key) => fileKeyOf(fileEntry(key)) === null);
  if (stray !== undefined) throw new BadBackup(`ninguna copia de una tienda contiene "${stray}"`);
  const listed = new Set([DATABASE, MANIFEST, ...Object.keys(files).map(fileEntry)]);
  const unlisted = names.find((name) => !listed.has(name));
  if (unlisted !== undefined) throw new BadBackup(`"${unlisted}" no está en su lista`);
}

/** Writes a part into a file. @throws BadBackup when its hash is another */
async function unpack(
  content: AsyncIterable<Uint8Array>,
  path: string,
  expected: string | undefined,
): Promise<void> {
  await pipeline(content, createWriteStream(path, { mode: 0o600 })).catch(refuse);
  if (toHex(await hashOf(createReadStream(path))) !== expected) {
    throw new BadBackup(`"${basename(path)}" no es lo que se guardó`);
  }
}

/**
 * Compares everything that a backup's database defines with what this shop's migrations make, up to
 * the backup's version: a trigger or a view would run as the shop's own code.
 */
async function refuseForeignSchema(
  path: string,
  { schema, version }: Manifest,
  further: Readonly<Record<string, Migration>>,
): Promise<void> {
  if (!migrationNames(further).includes(schema)) {
    throw new BadBackup(
      `la hizo una versión posterior de la tienda (${version}): actualiza esta tienda y restáurala después`,
    );
  }
  const wanted = readSchema(await makeEmptyDatabase(schema));
  if (!isDeepStrictEqual(readSchema(new BetterSqlite(path, { readonly: true })), wanted)) {
    throw new BadBackup('las tablas de su base de datos no son las de la tienda');
  }
}

function readSchema(database: BetterSqlite.Database): unknown[] {
  try {
    database.pragma('trusted_schema = OFF');
    const all = 'select type, name, tbl_name, sql from sqlite_schema order by type, name';
    const migrations = 'select name from kysely_migration order by name';
    return [all, migrations].map((query) => database.prepare(query).all());
  } finally {
    database.close();
  }
}

/** Checks the pages, every stored value and the sums of a backup's database. */
async function checkContent(db: Database, manifest: Manifest): Promise<void> {
  const [damage] = await db.findDamage();
  if (damage !== undefined) throw new BadBackup(`su base de datos está dañada: ${damage}`);
  await db.readSnapshot(async (tx) => {
    for (const { blank: _filled, ...table } of await backupTables()) {
      for await (const page of readRows(tx, table)) {
        for (const row of page) refuseOddValues(table.name, row);
      }
    }
    const sums = await readSums(tx);
    if (!isDeepStrictEqual(sums, manifest.sums)) {
      const [is, was] = [JSON.stringify(sums), JSON.stringify(manifest.sums)];
      throw new BadBackup(`sus pedidos suman ${is}, y su manifest.json dice ${was}`);
    }
  });
}
