import { ShopError } from '#domain/errors.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/types.ts';
import { reservedBytes } from '../../../disk-space.ts';
import { fileKeys } from '../../uploads/urls.ts';
import { FORMAT, fileEntry, MANIFEST, type Manifest, tableEntry } from '../manifest.ts';
import { type BackupTable, backupTables } from '../tables.ts';
import { type Archive, openArchive } from './archive.ts';
import { type Row, readRows } from './read-rows.ts';

type Wanted = {
  path: string;
  withPictures: boolean;
  /** Told now and then how far it is, from 0 to 1. */
  onProgress: (progress: number) => Promise<void>;
};

/** Of the whole, where there are pictures. */
const TABLES_SHARE = 0.2;

/** What the rows say while they are copied. */
type Noted = { tables: Manifest['tables']; sums: Manifest['sums']; fileKeys: string[] };

/**
 * Writes a copy of the shop as it stands at this moment into a file; buyers go on ordering. Of files
 * it has those that the copied rows name.
 * @throws ShopError `disk_full` before the disk is
 */
export async function writeBackup(context: Context, wanted: Wanted): Promise<void> {
  const madeAt = new Date(context.clock()).toISOString();
  const archive = openArchive(wanted.path);
  try {
    const noted = await context.db.readSnapshot((tx) => copyTables(context, tx, archive, wanted));
    const files = await copyFiles(context, archive, noted.fileKeys, wanted);
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
  context: Context,
  tx: Tx,
  archive: Archive,
  { withPictures, onProgress }: Wanted,
): Promise<Noted> {
  const columns = await readColumns(tx);
  const noted: Noted = { tables: {}, sums: { orders: 0, pins: 0, pesos: 0 }, fileKeys: [] };
  for (const [at, table] of backupTables.entries()) {
    await refuseFullDisk(context);
    const told = { rows: 0, columns: columns.get(table.name) ?? [] };
    noted.tables[table.name] = told;
    const onRow = (row: Row) => {
      told.rows += 1;
      if (table.name === 'orders') addOrder(noted.sums, row);
      if (withPictures) noted.fileKeys.push(...filesOf(table, row));
    };
    await archive.add(tableEntry(table.name), linesOf(tx, table, onRow));
    await onProgress(((at + 1) / backupTables.length) * (withPictures ? TABLES_SHARE : 1));
  }
  return noted;
}

/** The columns of each table, by name. */
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
  sums.pins += Number(row.images_count);
  sums.pesos += Number(row.total_amount);
}

function filesOf({ name }: BackupTable, row: Row): string[] {
  if (name === 'uploads' && row.removed_at === null) {
    return Object.values(fileKeys(String(row.id)));
  }
  return name === 'orders' && row.receipt_file !== null ? [String(row.receipt_file)] : [];
}

async function copyFiles(
  context: Context,
  archive: Archive,
  keys: readonly string[],
  { onProgress }: Wanted,
): Promise<Manifest['files']> {
  let missing = 0;
  for (const [at, key] of keys.entries()) {
    await refuseFullDisk(context);
    const file = await context.storage.open(key);
    // They are packed already.
    if (file) await archive.add(fileEntry(key), file.stream, { compress: false });
    else missing += 1;
    await onProgress(TABLES_SHARE + (1 - TABLES_SHARE) * ((at + 1) / keys.length));
  }
  return { count: keys.length - missing, missing };
}

async function refuseFullDisk({ diskSpace }: Context): Promise<void> {
  const space = await diskSpace();
  if (space.free < reservedBytes(space)) throw new ShopError('disk_full');
}
