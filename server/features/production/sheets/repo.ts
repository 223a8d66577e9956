import type { Insertable } from 'kysely';
import type { AuditAction } from '#contract/base/audit.ts';
import type { MissingPins, SheetFailure } from '#contract/production/sheets.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Queries, Schema, Tx } from '#server/db/types.ts';

/** Returns false when the same request has a sheet already. */
export async function insertSheet(
  tx: Tx,
  row: Insertable<Schema['sheets']>,
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

/** Ends the reuse of sheets older than `before`. @returns their ids */
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

/** Returns false when the sheet was cancelled or deleted. */
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
 * Ends a sheet in progress. One with missing pins is not reused for the same request.
 * @returns false when it was cancelled or deleted meanwhile
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

/** Returns false when the sheet had ended already. */
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

type Note = {
  /** The admin's uid; null: the shop itself. */
  by: string | null;
  sheetId: string;
  action: Extract<AuditAction, `sheet_${string}`>;
  orders: readonly { id: string; version: number }[];
  /** The only product on the sheet. */
  product?: { id: string } | null;
};

/** Records a press sheet, or that it is not made, with each of its orders, which do not change. */
export async function noteSheet(
  tx: Tx,
  { by, sheetId, action, orders, product = null }: Note,
  now: number,
): Promise<void> {
  if (action === 'sheet_requested') {
    const own = { sheet_id: sheetId, requested_at: now, product_id: product?.id ?? null };
    const rows = orders.map(({ id }) => ({ order_id: id, ...own }));
    await tx.insertInto('order_sheets').values(rows).execute();
  } else {
    const made = tx.updateTable('order_sheets').where('sheet_id', '=', sheetId);
    await made.set({ is_cancelled: 1 }).execute();
  }
  const changes = [
    { field: 'sheet', to: sheetId },
    ...(product ? [{ field: 'product', to: product.id }] : []),
  ];
  for (const { id, version } of orders) {
    const note = { by, entity: 'order', entityId: id, action, changes } as const;
    await writeAudit(tx, { ...note, version }, now);
  }
}
