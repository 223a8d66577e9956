import type { Selectable, SqlBool } from 'kysely';
import type { Sheet, StaleOrder } from '#contract/sheets.ts';
import { isUnapproved } from '#domain/order-stage.ts';
import { isVoid, type OrderStatus } from '#domain/orders.ts';
import type { Queries, SheetsTable } from '../../../db/types.ts';

export type StoredSheet = Selectable<SheetsTable> & {
  orderIds: string[];
  unmarked: Sheet['unmarked'];
  unapproved: Sheet['unapproved'];
  stale: Sheet['stale'];
  /** Of who asked for it; null: the account is gone. */
  email: string | null;
};

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
      unapproved: own
        .filter(({ waits_for, proof_state }) => isUnapproved(waits_for, proof_state))
        .map(({ order_id }) => order_id),
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
  if (isVoid(status)) return [{ orderId, reason: 'cancelled' }];
  return is_changed ? [{ orderId, reason: 'changed' }] : [];
}
