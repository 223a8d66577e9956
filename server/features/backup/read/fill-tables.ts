import { sql } from 'kysely';
import * as z from 'zod';
import type { Tx } from '#server/db/types.ts';
import { type BackupTable, backupTables, tableEntry } from '#server/features/backup/tables.ts';
import { readColumns } from '#server/features/backup/write/write-backup.ts';
import { readOrders } from '#server/features/orders/order.ts';
import { insertSearchTexts } from '#server/features/orders/write-order.ts';
import { isOutage } from '#server/lib/outages.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { BadBackup, type OpenBackup } from './open-backup.ts';
import { refuseOddValues } from './stored-values.ts';

/** Maximum number of values in one statement of SQLite; PostgreSQL allows twice as many. */
const MAX_VALUES = 30_000;
const MAX_ROWS = 200;
/** Maximum length of the rows that are inserted at once, in characters. */
const MAX_TEXT = 8_000_000;
/** Number of orders that are indexed at once. */
const ORDERS = 500;

const row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
type Row = z.infer<typeof row>;

/** @throws BadBackup when one of the tables to be filled has a row */
export async function refuseFilled(
  tx: Tx,
  tables: readonly BackupTable[] = backupTables,
): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx);
    if (rows.length > 0) {
      throw new BadBackup(
        `this shop is not empty: its table "${name}" has rows. Nothing was changed`,
      );
    }
  }
}

/** @throws BadBackup when the backup was made by a shop with other tables or columns */
export async function refuseOtherVersion(tx: Tx, { manifest }: OpenBackup): Promise<void> {
  const own = await readColumns(tx);
  const names = backupTables.map(({ name }) => name);
  const isSame =
    Object.keys(manifest.tables).toSorted().join() === names.toSorted().join() &&
    names.every((name) => manifest.tables[name]?.columns.join() === own.get(name)?.join());
  if (!isSame) {
    throw new BadBackup(
      'another version of the shop made this copy: restore it with the program of that day, and update afterwards',
    );
  }
}

/** Reads all rows of a backup and writes none. @throws BadBackup for a row that is invalid */
export async function checkRows(backup: OpenBackup): Promise<void> {
  for (const table of backupTables) {
    const { columns = [] } = backup.manifest.tables[table.name] ?? {};
    for await (const line of readLines(backup.read(tableEntry(table.name)))) {
      const parsed = parseRow(line, table, columns);
      refuseStrayNames(table, parsed);
      refuseOddValues(table.name, parsed);
    }
  }
}

/** Fills the empty tables from a backup. @throws BadBackup; the transaction must then roll back */
export async function fillTables(tx: Tx, backup: OpenBackup): Promise<void> {
  for (const table of backupTables) {
    const { rows = 0, columns = [] } = backup.manifest.tables[table.name] ?? {};
    const filled = await fillTable(tx, { backup, table, columns });
    if (filled !== rows) throw new BadBackup(`${filled} of ${rows} rows are in "${table.name}"`);
  }
  await indexOrders(tx);
  await checkSums(tx, backup);
}

type Filling = { backup: OpenBackup; table: BackupTable; columns: readonly string[] };

async function fillTable(tx: Tx, { backup, table, columns }: Filling): Promise<number> {
  const max = Math.min(MAX_ROWS, Math.floor(MAX_VALUES / columns.length));
  let filled = 0;
  let waiting: Row[] = [];
  let text = 0;
  const flush = async () => {
    if (waiting.length > 0) await insertRows(tx, table, columns, waiting);
    filled += waiting.length;
    waiting = [];
    text = 0;
  };
  for await (const line of readLines(backup.read(tableEntry(table.name)))) {
    waiting.push(parseRow(line, table, columns));
    text += line.length;
    if (waiting.length === max || text > MAX_TEXT) await flush();
  }
  await flush();
  return filled;
}

function parseRow(line: string, { name }: BackupTable, columns: readonly string[]): Row {
  const parsed = parseJson(line);
  if (parsed === undefined) throw new BadBackup(`a row of "${name}" cannot be read`);
  const { data } = row.safeParse(parsed);
  if (!data || Object.keys(data).toSorted().join() !== columns.join()) {
    throw new BadBackup(`a row of "${name}" has other columns than its table`);
  }
  return data;
}

/** Checks a row's file names: the shop would serve and remove any file that they name. */
function refuseStrayNames({ name, names }: BackupTable, row: Row): void {
  for (const [column, pattern] of names) {
    const value = row[column] ?? null;
    if (value === null || pattern.test(String(value))) continue;
    throw new BadBackup(`a row of "${name}" names a file that no shop has, in "${column}"`);
  }
}

/**
 * Inserts rows with these columns.
 * @throws BadBackup when the database rejects them, or one has an invalid file name; the error of an
 *   outage as it is
 */
export async function insertRows(
  tx: Tx,
  table: BackupTable,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  const { name } = table;
  for (const each of rows) refuseStrayNames(table, each);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = rows.map((each) => sql`(${sql.join(columns.map((column) => each[column]))})`);
  const insert = sql`insert into ${sql.table(name)} (${names}) values ${sql.join(values)}`;
  await insert.execute(tx).catch((error) => {
    if (isOutage(error)) throw error;
    throw new BadBackup(`rows of "${name}" are refused: ${error}`, { cause: error });
  });
}

/** Indexes the orders for searches: a backup does not contain the index. */
export async function indexOrders(tx: Tx): Promise<void> {
  for (let last = ''; ; ) {
    const orders = await readOrders(
      tx,
      tx.selectFrom('orders').where('id', '>', last).orderBy('id').limit(ORDERS),
    );
    const end = orders.at(-1);
    if (!end) return;
    await insertSearchTexts(tx, orders).execute();
    last = end.id;
  }
}

async function checkSums(tx: Tx, { manifest: { sums } }: OpenBackup): Promise<void> {
  const found = await tx
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      fn.coalesce(fn.sum<number>('orders.pins'), sql<number>`0`).as('pins'),
      fn.coalesce(fn.sum<number>('total_amount'), sql<number>`0`).as('pesos'),
    ])
    .executeTakeFirstOrThrow();
  const isRight =
    found.orders === sums.orders && found.pins === sums.pins && found.pesos === sums.pesos;
  if (!isRight) {
    throw new BadBackup(
      `the orders come to ${JSON.stringify(found)}, and the copy says ${JSON.stringify(sums)}`,
    );
  }
}

/** Maximum length of a row: most are a few kilobytes, saved settings at most two megabytes. */
const LONGEST_LINE = 4_000_000;

/** Splits a stream of text into its lines. @throws BadBackup for a line that is too long */
async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const part of bytes) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw new BadBackup('a row of the copy is too long');
    yield* lines;
  }
  if (rest + decoder.decode() !== '') throw new BadBackup('a row of the copy has no end');
}
