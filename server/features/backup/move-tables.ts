import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { isPast } from '#server/db/is-past.ts';
import type { Tx } from '#server/db/types.ts';
import { readOrders } from '#server/features/orders/order.ts';
import { insertSearchTexts } from '#server/features/orders/write-order.ts';
import { isOutage } from '#server/lib/outages.ts';
import { BadBackup, type Manifest } from './manifest.ts';
import { type BackupTable, movedTables } from './tables.ts';

/** A row in a form for both databases: times as ISO 8601, flags as 0 and 1. */
export type Row = Readonly<Record<string, string | number | null>>;

/** Number of rows of each table, and the sums of all orders in pins and pesos. */
export type Books = { rows: Record<string, number>; sums: Manifest['sums'] };

/** Rows per statement: SQLite returns all at once, which delays orders by a few milliseconds. */
const PAGE = 200;
/** Maximum length of the rows that are inserted at once, in characters. */
const MAX_TEXT = 8_000_000;
/** Number of orders that are indexed at once. */
const ORDERS = 500;

/**
 * Copies a shop that is not running to an empty database of either kind, in one transaction. By
 * default with sessions, second factors and waiting mails, which need the same `AUTH_SECRET`.
 * @returns the sums, which are equal in both databases
 * @throws BadBackup when the target is not empty, or its sums differ; it is unchanged then
 */
export function moveTables(
  from: Database,
  to: Database,
  tables: readonly BackupTable[] = movedTables,
): Promise<Books> {
  return from.readSnapshot(async (source) => {
    // The source's transaction is idle while the target builds its search index.
    await from.allowMinutes(source);
    return to.transaction(async (target) => {
      await refuseFilled(target, tables);
      await to.allowMinutes(target);
      await copyRows(source, target, tables);
      await indexOrders(target);
      const [before, after] = [await readBooks(source, tables), await readBooks(target, tables)];
      if (!isDeepStrictEqual(before, after)) {
        const [is, was] = [JSON.stringify(after), JSON.stringify(before)];
        throw new BadBackup(`las sumas son ${is}, y no ${was}`);
      }
      return after;
    });
  });
}

/** @throws BadBackup when one of the tables to be filled has a row */
export async function refuseFilled(tx: Tx, tables: readonly BackupTable[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx);
    if (rows.length > 0) {
      throw new BadBackup(`esta tienda no está vacía (tabla "${name}"): no se cambió nada`);
    }
  }
}

/**
 * Copies the rows of tables into another database, which may be of another kind.
 * @param onPage called with each page of rows that was copied
 */
export async function copyRows(
  source: Tx,
  target: Tx,
  tables: readonly BackupTable[],
  onPage: (table: BackupTable, page: readonly Row[]) => void = () => undefined,
): Promise<void> {
  for (const table of tables) {
    for await (const page of readRows(source, table)) {
      await insertRows(target, table, page);
      onPage(table, page);
    }
  }
}

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
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        table.blank.has(column) ? null : neutral(value),
      ]),
    ),
  );
}

function neutral(value: unknown): string | number | null {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Date) return value.toISOString();
  throw new BadBackup(`una fila tiene un valor que la tienda no escribe (${typeof value})`);
}

/** Inserts rows of one page, which have the same columns; few long ones at once. */
async function insertRows(tx: Tx, table: BackupTable, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  let waiting: Row[] = [];
  let text = 0;
  const flush = async () => {
    if (waiting.length === 0) return;
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const values = waiting.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    const insert = sql`insert into ${sql.table(table.name)} (${names}) values ${sql.join(values)}`;
    await insert.execute(tx).catch((error) => {
      if (isOutage(error)) throw error;
      throw new BadBackup(`la base de datos rechaza filas de "${table.name}": ${error}`, {
        cause: error,
      });
    });
    waiting = [];
    text = 0;
  };
  for (const row of rows) {
    refuseStrayNames(table, row);
    waiting.push(row);
    for (const value of Object.values(row)) text += typeof value === 'string' ? value.length : 0;
    if (text > MAX_TEXT) await flush();
  }
  await flush();
}

/**
 * Checks a row's file names: the shop would serve and remove any file that they name.
 * @throws BadBackup
 */
export function refuseStrayNames({ name, names }: BackupTable, row: Row): void {
  for (const [column, pattern] of names) {
    const value = row[column] ?? null;
    if (value === null || pattern.test(String(value))) continue;
    throw new BadBackup(
      `una fila de "${name}" nombra un archivo que ninguna tienda tiene, en "${column}"`,
    );
  }
}

/** Indexes the orders for searches: a backup does not contain the index. */
async function indexOrders(tx: Tx): Promise<void> {
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

async function readBooks(tx: Tx, tables: readonly BackupTable[]): Promise<Books> {
  const rows: Record<string, number> = {};
  for (const { name } of tables) {
    const counted = await sql<{ count: number }>`select count(*) as count
      from ${sql.table(name)}`.execute(tx);
    rows[name] = Number(counted.rows[0]?.count);
  }
  return { rows, sums: await readSums(tx) };
}

export function readSums(tx: Tx): Promise<Manifest['sums']> {
  return tx
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      fn.coalesce(fn.sum<number>('orders.pins'), sql<number>`0`).as('pins'),
      fn.coalesce(fn.sum<number>('total_amount'), sql<number>`0`).as('pesos'),
    ])
    .executeTakeFirstOrThrow();
}
