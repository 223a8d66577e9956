import type { Insertable, Selectable, SqlBool } from 'kysely';
import * as z from 'zod';
import {
  type MissingPins,
  missingPins,
  printedBefore,
  type Sheet,
  type SheetFailure,
  type StaleOrder,
} from '#contract/sheets.ts';
import type { OrderStatus } from '#domain/orders.ts';
import type { SheetLayout } from '#domain/sheets.ts';
import type { Queries, SheetsTable, Tx } from '../../../db/types.ts';
import { isUnapproved } from './sheet-items.ts';

export type StoredSheet = Selectable<SheetsTable> & {
  orderIds: string[];
  unmarked: Sheet['unmarked'];
  unapproved: Sheet['unapproved'];
  stale: Sheet['stale'];
  /** Of who asked for it; null: the account is gone. */
  email: string | null;
};

const storedMissing = z.array(missingPins);
const storedBefore = z.array(printedBefore);

/** @returns false when somebody has asked for the same already */
export async function insertSheet(
  tx: Tx,
  row: Insertable<SheetsTable>,
  orderIds: readonly string[],
): Promise<boolean> {
  const inserted = await tx
    .insertInto('sheets')
    .values(row)
    .onConflict((conflict) => conflict.column('request_hash').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return false;
  const rows = orderIds.map((order_id, position) => ({ sheet_id: row.id, position, order_id }));
  await tx.insertInto('sheet_orders').values(rows).execute();
  return true;
}

/** @returns null when there is none */
export async function findSheet(
  db: Queries,
  key: { id: string } | { request_hash: string },
): Promise<StoredSheet | null> {
  const rows = await selectSheets(db)
    .where((eb) => eb.and(key))
    .execute();
  const [sheet = null] = await withOrders(db, rows);
  return sheet;
}

/** Returns sheets that were asked for since a time, newest first. */
export async function findSheets(
  db: Queries,
  { since, limit }: { since: number; limit: number },
): Promise<StoredSheet[]> {
  const rows = await selectSheets(db)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return withOrders(db, rows);
}

function selectSheets(db: Queries) {
  return db
    .selectFrom('sheets')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('people')
        .select('email')
        .whereRef('people.uid', '=', 'sheets.requested_by')
        .as('email'),
    );
}

type Row = Omit<StoredSheet, 'orderIds' | 'unmarked' | 'unapproved' | 'stale'>;

async function withOrders(db: Queries, rows: readonly Row[]): Promise<StoredSheet[]> {
  if (rows.length === 0) return [];
  const orders = await db
    .selectFrom('sheet_orders')
    .leftJoin('orders', 'orders.id', 'sheet_orders.order_id')
    .innerJoin('sheets', 'sheets.id', 'sheet_orders.sheet_id')
    .select(['sheet_id', 'order_id', 'version', 'waits_for', 'printed_at', 'proof_state'])
    .select(['orders.status', 'orders.deleted_at'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('audit_log')
          .select('audit_log.id')
          .where('entity', '=', 'order')
          .whereRef('entity_id', '=', 'sheet_orders.order_id')
          .where('action', '=', 'item_changed')
          .whereRef('at', '>=', 'sheets.created_at'),
      ).as('is_changed'),
    )
    .where(
      'sheet_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('position')
    .execute();
  const bySheet = Map.groupBy(orders, ({ sheet_id }) => sheet_id);
  return rows.map((row) => {
    const own = bySheet.get(row.id) ?? [];
    return {
      ...row,
      orderIds: own.map(({ order_id }) => order_id),
      stale: own.flatMap(findStale),
      unapproved: own.filter(isUnapproved).map(({ order_id }) => order_id),
      unmarked: own.flatMap(({ order_id: id, version, waits_for, printed_at }) =>
        version !== null && waits_for !== null && printed_at === null ? [{ id, version }] : [],
      ),
    };
  });
}

type Since = {
  order_id: string;
  status: OrderStatus | null;
  deleted_at: number | null;
  is_changed: SqlBool;
};

function findStale({ order_id: orderId, status, deleted_at, is_changed }: Since): StaleOrder[] {
  if (status === null || deleted_at !== null) return [{ orderId, reason: 'deleted' }];
  if (status === 'cancelled') return [{ orderId, reason: 'cancelled' }];
  return is_changed ? [{ orderId, reason: 'changed' }] : [];
}

/** Returns where a sheet's pins lie, as it was asked for. */
export function layoutOf(sheet: Selectable<SheetsTable>): SheetLayout {
  const { paper, margin_mm: margin, gap_mm: gap, scale_x: scaleX, scale_y: scaleY } = sheet;
  return { paper, margin, gap, scaleX, scaleY };
}

/** Lets the same be asked for anew, where what was asked for is older than `before`. */
export async function forgetRequests(
  db: Queries,
  before: number,
  request_hash?: string,
): Promise<string[]> {
  const rows = await db
    .updateTable('sheets')
    .set({ request_hash: null })
    .where('created_at', '<', before)
    .$if(request_hash !== undefined, (query) =>
      query.where('request_hash', '=', request_hash ?? null),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** @returns whether the sheet is still wanted */
export async function noteProgress(db: Queries, id: string, progress: number): Promise<boolean> {
  const row = await db
    .updateTable('sheets')
    .set({ state: 'working', progress })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'working'])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

type SheetEnd = {
  /** Null: it is done. */
  failure: SheetFailure | null;
  pages?: number;
  pins?: number;
  missing?: MissingPins[];
};

/**
 * Ends a sheet that is under way. One that is not whole is made anew for whoever asks again.
 * @returns false when it was cancelled or forgotten meanwhile
 */
export async function endSheet(db: Queries, id: string, end: SheetEnd): Promise<boolean> {
  const { failure, missing, ...counts } = end;
  const state = failure === null ? 'done' : 'failed';
  const isWhole = state === 'done' && missing?.length === 0;
  const row = await db
    .updateTable('sheets')
    .set({
      state,
      failure,
      ...counts,
      ...(missing ? { missing: JSON.stringify(missing) } : {}),
      ...(state === 'done' ? { progress: 1 } : {}),
      ...(isWhole ? {} : { request_hash: null }),
    })
    .where('id', '=', id)
    .where('state', '=', 'working')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false when it was over already */
export async function markCancelled(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('sheets')
    .set({ state: 'cancelled', request_hash: null })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'working', 'done'])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteSheet(db: Queries, id: string): Promise<void> {
  await db.deleteFrom('sheets').where('id', '=', id).execute();
}

/** Returns a sheet as its answer has it. */
export function presentSheet(row: StoredSheet): Sheet {
  const { id, state, progress, failure, pages, pins, orderIds, unmarked } = row;
  const { paper, printer, separation } = row;
  const missing = storedMissing.parse(JSON.parse(row.missing));
  // Those were not drawn at all.
  const gone = new Set(
    missing.flatMap(({ orderId, picture }) => (picture === null ? orderId : [])),
  );
  return {
    ...{ id, state, progress, failure, pages, pins, orderIds, unmarked },
    ...{ paper, printer, separation },
    margin: row.margin_mm,
    gap: row.gap_mm,
    missing,
    stale: row.stale.filter(({ orderId }) => !gone.has(orderId)),
    unapproved: row.unapproved,
    printedBefore: storedBefore.parse(JSON.parse(row.printed_before)),
    by: { uid: row.requested_by, email: row.email },
    createdAt: new Date(row.created_at).toISOString(),
  };
}

/** Its file in the storage. */
export function sheetKey(id: string): string {
  return `${id}.pdf`;
}
