import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Tx } from '../../../db/types.ts';
import type { BackupTable } from '../tables.ts';

/** Rows per statement: SQLite answers all at once, and orders wait for a few milliseconds. */
const PAGE = 200;

/** A row as both databases can take it: times as ISO 8601, flags as 0 and 1. */
export type Row = Record<string, string | number | null>;

/** Reads a table along its primary key; others get their turn between the pages. */
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
  const further =
    last === null
      ? sql``
      : sql`where (${key}) > (${sql.join(table.key.map((column) => last[column]))})`;
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
  throw new Error(`a copy cannot hold a ${typeof value}`);
}
