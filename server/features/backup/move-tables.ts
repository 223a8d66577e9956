import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Tx } from '#server/db/types.ts';
import { indexOrders, insertRows, refuseFilled } from './read/fill-tables.ts';
import { BadBackup } from './read/open-backup.ts';
import { movedTables } from './tables.ts';
import { readRows } from './write/write-backup.ts';

/** Number of rows of each table, and the sums of all orders in pins and pesos. */
export type Books = { rows: Record<string, number>; pins: number; pesos: number };

/**
 * Copies a shop that is not running to an empty database of either kind, in one transaction: with
 * sessions, second factors and waiting mails, which need the same `AUTH_SECRET`.
 * @returns the sums, which are equal in both databases
 * @throws BadBackup when the target is not empty, or its sums differ; it is unchanged then
 */
export function moveTables(from: Database, to: Database): Promise<Books> {
  return from.readSnapshot(async (source) => {
    // The source's transaction is idle while the target builds its search index.
    await from.allowMinutes(source);
    return to.transaction(async (target) => {
      await refuseFilled(target, movedTables);
      await to.allowMinutes(target);
      for (const table of movedTables) {
        for await (const page of readRows(source, table)) {
          await insertRows(target, table, Object.keys(page[0] ?? {}), page);
        }
      }
      await indexOrders(target);
      const [before, after] = [await readBooks(source), await readBooks(target)];
      if (!isDeepStrictEqual(before, after)) {
        throw new BadBackup(`it came to ${JSON.stringify(after)}, not ${JSON.stringify(before)}`);
      }
      return after;
    });
  });
}

async function readBooks(tx: Tx): Promise<Books> {
  const rows: Record<string, number> = {};
  for (const { name } of movedTables) {
    const counted = await sql<{ count: number }>`select count(*) as count
      from ${sql.table(name)}`.execute(tx);
    rows[name] = Number(counted.rows[0]?.count);
  }
  const { pins, pesos } = await tx
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('orders.pins'), sql<number>`0`).as('pins'),
      fn.coalesce(fn.sum<number>('total_amount'), sql<number>`0`).as('pesos'),
    ])
    .executeTakeFirstOrThrow();
  return { rows, pins, pesos };
}
