import { expressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import * as z from 'zod';
import {
  blurredOnSheet,
  missingPins,
  printedBefore,
  type Sheet,
  type StaleOrder,
} from '#contract/production/sheets.ts';
import { isUnapproved, type Stage } from '#domain/orders/order-stage.ts';
import { isVoid, type OrderStatus } from '#domain/orders/status.ts';
import type { SheetLayout } from '#domain/production/sheets.ts';
import type { Queries, Schema } from '#server/db/types.ts';

export type StoredSheet = Selectable<Schema['sheets']> & {
  orderIds: string[];
  unmarked: Sheet['unmarked'];
  unfinished: string[];
  unapproved: Sheet['unapproved'];
  stale: Sheet['stale'];
  /** E-mail of the admin who requested it; null: the account was removed. */
  email: string | null;
};

/** Returns null when there is no such sheet. */
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

/** Returns sheets that were requested since a time, newest first. */
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

/** Returns the existing orders of a sheet, even from the bin. */
export function findSheetOrders(db: Queries, id: string) {
  return db
    .selectFrom('sheet_orders')
    .innerJoin('orders', 'orders.id', 'sheet_orders.order_id')
    .select(['orders.id', 'orders.version'])
    .where('sheet_id', '=', id)
    .orderBy('position')
    .execute();
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

type Row = Omit<StoredSheet, 'orderIds' | 'unmarked' | 'unfinished' | 'unapproved' | 'stale'>;

async function withOrders(db: Queries, rows: readonly Row[]): Promise<StoredSheet[]> {
  if (rows.length === 0) return [];
  const orders = await db
    .selectFrom('sheet_orders')
    .leftJoin('orders', 'orders.id', 'sheet_orders.order_id')
    .innerJoin('sheets', 'sheets.id', 'sheet_orders.sheet_id')
    .leftJoin('proofs', (join) =>
      join.onRef('proofs.order_id', '=', 'orders.id').on('proofs.state', '<>', 'replaced'),
    )
    .select(['sheet_id', 'sheet_orders.order_id', 'version', 'waits_for'])
    .select(['proofs.state as proof_state', 'orders.status', 'orders.deleted_at'])
    // The current round; without a mark the first has no row.
    .leftJoin('production_rounds as round', (join) =>
      join
        .onRef('round.order_id', '=', 'orders.id')
        .on(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('production_rounds as later')
                .select('later.n')
                .whereRef('later.order_id', '=', 'round.order_id')
                .whereRef('later.n', '>', 'round.n'),
            ),
          ),
        ),
    )
    .select(['round.printed_at', 'round.started_at'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('order_items as changed')
          .select('changed.position')
          .whereRef('changed.order_id', '=', 'sheet_orders.order_id')
          .whereRef('changed.changed_at', '>=', 'sheets.created_at'),
      ).as('is_changed'),
    )
    .select(({ exists }) => exists(pinsOnNoSheet()).as('is_unfinished'))
    .where(
      'sheet_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('sheet_orders.position')
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
      unmarked: own.flatMap((order) => {
        const { order_id: id, version, is_unfinished } = order;
        const isUnmarked = version !== null && isUnprinted(order, row) && !is_unfinished;
        return isUnmarked ? [{ id, version }] : [];
      }),
      unfinished: own
        .filter((order) => isUnprinted(order, row) && order.is_unfinished)
        .map(({ order_id }) => order_id),
    };
  });
}

/** For a sheet of one product: matches pins of its orders that are on no sheet yet. */
function pinsOnNoSheet() {
  const { selectFrom } = expressionBuilder<Schema>();
  return selectFrom('order_items as item')
    .select('item.position')
    .where('item.order_id', '=', sql.ref<string>('sheet_orders.order_id'))
    .where(sql<boolean>`item.product_id <> sheets.product_id`)
    .where(({ not, exists, selectFrom: from }) =>
      not(
        exists(
          from('sheet_orders as other')
            .innerJoin('sheets as made', 'made.id', 'other.sheet_id')
            .select('made.id')
            .whereRef('other.order_id', '=', 'item.order_id')
            .where('made.state', '=', 'done')
            .where((eb) =>
              eb.or([
                eb('made.product_id', 'is', null),
                eb('made.product_id', '=', eb.ref('item.product_id')),
              ]),
            ),
        ),
      ),
    );
}

type InWorkshop = { waits_for: Stage | null; printed_at: number | null; started_at: number | null };

/** A sheet from before an order's reprint has the pins that have left already. */
function isUnprinted(
  { waits_for, printed_at, started_at }: InWorkshop,
  sheet: Pick<Row, 'created_at'>,
): boolean {
  return waits_for !== null && printed_at === null && sheet.created_at >= (started_at ?? 0);
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

const storedMissing = z.array(missingPins);
const storedBlurred = z.array(blurredOnSheet);
const storedBefore = z.array(printedBefore);

export function presentSheet(row: StoredSheet): Sheet {
  const { id, state, progress, failure, pages, pins, orderIds, unmarked } = row;
  const { paper, printer, separation } = row;
  const missing = storedMissing.parse(JSON.parse(row.missing));
  const blurred = storedBlurred.parse(JSON.parse(row.blurred));
  // These orders were not drawn at all.
  const gone = new Set(
    missing.flatMap(({ orderId, picture }) => (picture === null ? orderId : [])),
  );
  return {
    ...{ id, state, progress, failure, pages, pins, orderIds, unmarked },
    ...{ paper, printer, separation },
    margin: row.margin_mm,
    gap: row.gap_mm,
    missing,
    ...(blurred.length > 0 ? { blurred } : {}),
    ...(row.product_id !== null && row.product_name !== null
      ? { product: { id: row.product_id, name: row.product_name } }
      : {}),
    ...(row.unfinished.length > 0 ? { unfinished: row.unfinished } : {}),
    stale: row.stale.filter(({ orderId }) => !gone.has(orderId)),
    unapproved: row.unapproved,
    printedBefore: storedBefore.parse(JSON.parse(row.printed_before)),
    by: { uid: row.requested_by, email: row.email },
    createdAt: new Date(row.created_at).toISOString(),
  };
}

export function layoutOf(sheet: Selectable<Schema['sheets']>): SheetLayout {
  const { paper, margin_mm: margin, gap_mm: gap, scale_x: scaleX, scale_y: scaleY } = sheet;
  return { paper, margin, gap, scaleX, scaleY };
}

export function sheetKey(id: string): string {
  return `${id}.pdf`;
}
