import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { ZipFile } from 'yazl';
import type { Config } from '#server/config.ts';
import { readSnapshotOf } from '#server/db/database.ts';
import { isPast } from '#server/db/is-past.ts';
import type { Schema, Tx } from '#server/db/types.ts';
import {
  type BackupTable,
  backupTables,
  FORMAT,
  fileEntry,
  HASHES,
  MANIFEST,
  type Manifest,
  tableEntry,
} from '#server/features/backup/tables.ts';
import { fileKeys } from '#server/features/uploads/urls.ts';
import { openChecked } from '#server/ports/storage/checked-storage.ts';
import { openStorage } from '#server/ports/storage/open-storage.ts';
import { storageAway } from '#server/ports/storage/storage.ts';

export type BackupRequest = {
  /** Configuration of the shop that is backed up; it may be running. */
  config: Pick<Config, 'database' | 'dataDir' | 'files'>;
  /** The file to write. */
  path: string;
  withPictures: boolean;
  /** By the shop's clock, in milliseconds since 1970. */
  madeAt: number;
};

type Listeners = {
  /** Called after each table and file with the progress, from 0 to 1. */
  onProgress: (progress: number) => void;
  /** Called with each damaged file, which is left out. */
  onDamage: (file: string) => void;
};

/** Share of the progress that stands for the rows, in a backup with pictures. */
const TABLES_SHARE = 0.2;

/** Facts collected from the rows while they are copied. */
type Noted = {
  tables: Manifest['tables'];
  sums: Manifest['sums'];
  fileKeys: string[];
  /** By file name. */
  hashes: Map<string, string[]>;
};

/**
 * Writes a snapshot of a shop into a file, with the stored files that its rows name. Buyers can
 * order meanwhile.
 * @throws ShopError `unavailable` while the bucket is
 */
export async function writeBackup(request: BackupRequest, listeners: Listeners): Promise<void> {
  const madeAt = new Date(request.madeAt).toISOString();
  const archive = openArchive(request.path);
  try {
    const noted = await readSnapshotOf(request.config, (tx) =>
      copyTables(tx, archive, request, listeners),
    );
    const files = await copyFiles(archive, noted, request, listeners);
    const { tables, sums } = noted;
    const manifest: Manifest = { format: FORMAT, madeAt, tables, sums, files };
    await archive.add(MANIFEST, [`${JSON.stringify(manifest, null, 2)}\n`]);
    await archive.finish();
  } catch (error) {
    await archive.destroy();
    throw error;
  }
}

async function copyTables(
  tx: Tx,
  archive: Archive,
  { withPictures }: BackupRequest,
  { onProgress }: Listeners,
): Promise<Noted> {
  const columns = await readColumns(tx);
  const sums = { orders: 0, pins: 0, pesos: 0 };
  const noted: Noted = { tables: {}, sums, fileKeys: [], hashes: new Map() };
  for (const [at, table] of backupTables.entries()) {
    const listed = { rows: 0, columns: columns.get(table.name) ?? [] };
    noted.tables[table.name] = listed;
    const onRow = (row: Row) => {
      listed.rows += 1;
      if (table.name === 'orders') addOrder(sums, row);
      if (!withPictures) return;
      if (table.name === 'file_hashes') addHash(noted.hashes, row);
      noted.fileKeys.push(...filesOf(table, row));
    };
    await archive.add(tableEntry(table.name), linesOf(tx, table, onRow));
    onProgress(((at + 1) / backupTables.length) * (withPictures ? TABLES_SHARE : 1));
  }
  return noted;
}

/** Returns the columns of each table, sorted. */
export async function readColumns(tx: Tx): Promise<Map<string, string[]>> {
  const tables = await tx.introspection.getTables();
  return new Map(
    tables.map(({ name, columns }) => [name, columns.map((column) => column.name).toSorted()]),
  );
}

async function* linesOf(
  tx: Tx,
  table: BackupTable,
  onRow: (row: Row) => void,
): AsyncGenerator<string> {
  for await (const page of readRows(tx, table)) {
    for (const row of page) onRow(row);
    yield page.map((row) => `${JSON.stringify(row)}\n`).join('');
  }
}

function addOrder(sums: Manifest['sums'], row: Row): void {
  sums.orders += 1;
  sums.pins += Number(row.pins);
  sums.pesos += Number(row.total_amount);
}

function addHash(hashes: Noted['hashes'], { file, sha256 }: Row): void {
  hashes.set(String(file), [...(hashes.get(String(file)) ?? []), String(sha256)]);
}

const WITH_FILE: ReadonlySet<string> = new Set<keyof Schema>([
  'order_receipts',
  'order_documents',
  'order_complaints',
]);

function filesOf({ name }: BackupTable, row: Row): string[] {
  if (name === 'uploads' && row.removed_at === null) {
    return Object.values(fileKeys(String(row.id)));
  }
  return WITH_FILE.has(name) && row.file !== null ? [String(row.file)] : [];
}

async function copyFiles(
  archive: Archive,
  { fileKeys: keys, hashes }: Noted,
  { config, path }: BackupRequest,
  { onProgress, onDamage }: Listeners,
): Promise<Manifest['files']> {
  if (keys.length === 0) return { count: 0, missing: 0 };
  const storage = await openStorage(config, dirname(path)).catch((error) => {
    throw storageAway(error);
  });
  const open = openChecked(storage, async (key) => hashes.get(key) ?? [], onDamage);
  let missing = 0;
  for (const [at, key] of keys.entries()) {
    const file = await open(key);
    // Pictures and PDFs are compressed already.
    if (file) await archive.add(fileEntry(key), file.stream, { compress: false });
    else missing += 1;
    onProgress(TABLES_SHARE + (1 - TABLES_SHARE) * ((at + 1) / keys.length));
  }
  return { count: keys.length - missing, missing };
}

type Content = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

type Archive = {
  /** Resolves once the entry is written: it is streamed at the speed of the disk. */
  add(name: string, content: Content, options?: { compress?: boolean }): Promise<void>;
  /** Adds the list of all hashes and resolves once the file is complete. */
  finish(): Promise<void>;
  /** Aborts; the file stays incomplete. */
  destroy(): Promise<void>;
};

/** Starts a zip; it collects the hash of every entry. */
export function openArchive(path: string): Archive {
  const zip = new ZipFile();
  // Not `Readable.from`: that cannot be destroyed while it waits for the first byte.
  const source = zip.outputStream.pipe(new PassThrough());
  zip.on('error', (error) => source.destroy(error));
  const written = pipeline(source, createWriteStream(path, { mode: 0o600 }));
  written.catch(() => undefined);
  const hashes: string[] = [];

  async function add(name: string, content: Content, { compress = true } = {}): Promise<void> {
    const hash = createHash('sha256');
    const entry = Readable.from(hashed(content, hash), { objectMode: false });
    const read = finished(entry, { writable: false });
    read.catch(() => undefined);
    const unread = new Set([entry]);
    // The zip holds this callback until it ends; holding the stream would hold all files' bytes.
    zip.addReadStreamLazy(name, { compress }, (give) => {
      for (const stream of unread) give(null, stream);
      unread.clear();
    });
    // If the disk is full, writing fails and the entry is never read to its end.
    await Promise.race([read, written]);
    hashes.push(`${hash.digest('hex')}  ${name}\n`);
  }

  return {
    add,
    async finish() {
      zip.addBuffer(Buffer.from(hashes.join('')), HASHES);
      zip.end();
      await written;
    },
    async destroy() {
      source.destroy();
      await written.catch(() => undefined);
    },
  };
}

async function* hashed(
  content: Content,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const part of content) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    hash.update(bytes);
    yield bytes;
  }
}

/** Rows per statement: SQLite returns all at once, which delays orders by a few milliseconds. */
const PAGE = 200;

/** Returns a row in a form for both databases: times as ISO 8601, flags as 0 and 1. */
type Row = Record<string, string | number | null>;

/** Reads a table in pages by its primary key; other queries run between the pages. */
export async function* readRows(tx: Tx, table: BackupTable): AsyncGenerator<Row[]> {
  let page = await readPage(tx, table, null);
  for (;;) {
    const last = page.at(-1);
    if (!last) return;
    yield page;
    await nextTurn();
    page = await readPage(tx, table, last);
  }
}

async function readPage(tx: Tx, table: BackupTable, last: Row | null): Promise<Row[]> {
  const key = sql.join(table.key.map((column) => sql.ref(column)));
  const values = table.key.map((column) => last?.[column] ?? null);
  const further = last === null ? sql`` : sql`where ${isPast(table.key, '>', values)}`;
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table.name)}
    ${further} order by ${key} limit ${PAGE}`.execute(tx);
  return rows.map((row) => toNeutral(row, table.blank));
}

function toNeutral(row: Record<string, unknown>, blank: ReadonlySet<string>): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      blank.has(column) ? null : neutral(value),
    ]),
  );
}

function neutral(value: unknown): string | number | null {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Date) return value.toISOString();
  throw new Error(`a copy cannot contain a ${typeof value}`);
}
