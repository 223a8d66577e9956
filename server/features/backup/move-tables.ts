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
import { refuseOddValues } from './stored-values.ts';
import { movedTables, type Row, type Table } from './tables.ts';

/** Rows per statement, and orders that are indexed at once. */
const PAGE = 200;

type Options = {
  /** By default with sessions, second factors and waiting mails, which need the same `AUTH_SECRET`. */
  tables?: readonly Table[];
  /** The last step before the target's commit; when it fails, no row was moved. */
  beforeCommit?: () => Promise<void>;
};

/**
 * Copies a shop that is not running to an empty database of either kind, in one transaction.
 * @returns the number of rows, and the sums, which are equal in both databases
 * @throws BadBackup when the target is not empty, or its sums differ; it is unchanged then
 */
export async function moveTables(
  from: Database,
  to: Database,
  options: Options = {},
): Promise<{ rows: number; sums: Manifest['sums'] }> {
  const tables = options.tables ?? (await movedTables());
  return from.readSnapshot(async (source) => {
    // The source's transaction is idle while the target builds its search index.
    await from.allowMinutes(source);
    return to.transaction(async (target) => {
      await refuseFilled(target, tables);
      await to.allowMinutes(target);
      const rows = await copyRows(source, target, tables);
      await indexOrders(target);
      const [was, sums] = [await readSums(source), await readSums(target)];
      if (!isDeepStrictEqual(sums, was)) {
        throw new BadBackup(`las sumas son ${JSON.stringify(sums)}, y no ${JSON.stringify(was)}`);
      }
      await options.beforeCommit?.();
      return { rows, sums };
    });
  });
}

/** @throws BadBackup when one of the tables to be filled has a row */
export async function refuseFilled(tx: Tx, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx);
    if (rows.length > 0) {
      throw new BadBackup(`esta tienda no está vacía (tabla "${name}"): no se cambió nada`);
    }
  }
}

/**
 * Copies the rows of tables into another database, which may be of another kind.
 * @param onPage called after each page of rows with the share of tables before it, from 0 to 1
 * @returns their number
 * @throws BadBackup when a row names a file outside of the storage, or the database refuses one
 */
export async function copyRows(
  source: Tx,
  target: Tx,
  tables: readonly Table[],
  onPage: (share: number) => void = () => undefined,
): Promise<number> {
  let count = 0;
  for (const [at, table] of tables.entries()) {
    for await (const page of readRows(source, table)) {
      for (const row of page) refuseOddValues(table.name, row, 'names');
      await insertRows(target, table.name, page);
      count += page.length;
      onPage(at / tables.length);
    }
  }
  return count;
}

/** Reads a table in pages by its primary key; other events are handled between the pages. */
export async function* readRows(tx: Tx, { name, key, blank }: Table): AsyncGenerator<Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let further = sql``;
  for (;;) {
    const { rows } = await sql<Row>`select * from ${sql.table(name)} ${further}
      order by ${columns} limit ${PAGE}`.execute(tx);
    const last = rows.at(-1);
    if (!last) return;
    yield blank === undefined ? rows : rows.map((row) => ({ ...row, [blank]: null }));
    await nextTurn();
    const values = key.map((column) => last[column] ?? null);
    further = sql`where ${isPast(key, '>', values)}`;
  }
}

async function insertRows(tx: Tx, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  const insert = sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`;
  await insert.execute(tx).catch((error) => {
    if (isOutage(error)) throw error;
    throw new BadBackup(`la base de datos rechaza filas de "${table}": ${error}`, { cause: error });
  });
}

/** Indexes the orders for searches: a backup does not contain the index. */
async function indexOrders(tx: Tx): Promise<void> {
  for (let last = ''; ; ) {
    const orders = await readOrders(
      tx,
      tx.selectFrom('orders').where('id', '>', last).orderBy('id').limit(PAGE),
    );
    const end = orders.at(-1);
    if (!end) return;
    await insertSearchTexts(tx, orders).execute();
    last = end.id;
  }
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
