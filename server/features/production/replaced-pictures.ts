import type { Selectable } from 'kysely';
import { hasOpenPictures } from '#domain/orders/derive.ts';
import type { OrderItem } from '#domain/orders/order.ts';
import { ENDED_STATUSES } from '#domain/orders/status.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Schema, Tx } from '#server/db/types.ts';
import { readOrders } from '#server/features/orders/order.ts';
import { readCropColumns, toCropColumns } from '#server/features/uploads/crop-columns.ts';
import { forgetPictures } from '#server/features/uploads/remove-pictures.ts';

type ReplacedRow = Selectable<Schema['replaced_pictures']>;

/** For each item its first picture and its last replaced picture are kept. */
const KEPT_EACH = 2;

/**
 * Keeps an item's picture, which another one replaces.
 * @returns ids of pictures that are no longer kept
 */
export async function keepReplaced(
  tx: Tx,
  orderId: string,
  item: OrderItem,
  now: number,
): Promise<string[]> {
  const kept = await findReplaced(tx, orderId, item.position);
  const [last] = kept;
  const dropped = kept.length < KEPT_EACH || !last ? [] : [last];
  for (const row of dropped) await deleteReplaced(tx, row);
  await insertReplaced(tx, orderId, item, Math.max(now, (last?.replaced_at ?? 0) + 1));
  return dropped.map(({ upload_id }) => upload_id);
}

/**
 * Returns an item with its last replaced picture. The current one is kept as the oldest, so that the
 * next restore brings back the one before. Null: no replaced picture is kept.
 */
export async function swapReplaced(
  tx: Tx,
  orderId: string,
  item: OrderItem,
): Promise<OrderItem | null> {
  const kept = await findReplaced(tx, orderId, item.position);
  const [first, last] = [kept.at(-1), kept.at(0)];
  if (!first || !last) return null;
  await deleteReplaced(tx, last);
  await insertReplaced(tx, orderId, item, first.replaced_at - 1);
  const { upload_id: uploadId, original_name: originalName } = last;
  return { ...item, uploadId, originalName, crop: readCropColumns(last) };
}

/**
 * Moves the replaced pictures of an order with their items.
 * @param places the new positions of items by their old ones; those of others are not kept
 * @returns ids of pictures that are no longer kept
 */
export async function moveReplaced(
  tx: Tx,
  orderId: string,
  places: ReadonlyMap<number, number>,
): Promise<string[]> {
  const rows = await findReplaced(tx, orderId);
  if (rows.every(({ position }) => places.get(position) === position)) return [];
  await dropReplaced(tx, orderId);
  const moved = rows.flatMap((row) => {
    const position = places.get(row.position);
    return position === undefined ? [] : [{ ...row, position }];
  });
  if (moved.length > 0) await tx.insertInto('replaced_pictures').values(moved).execute();
  return rows.filter(({ position }) => !places.has(position)).map(({ upload_id }) => upload_id);
}

/** Returns the replaced pictures of an order or of one item, by item, the last replaced first. */
export function findReplaced(
  db: Queries,
  orderId: string,
  position?: number,
): Promise<ReplacedRow[]> {
  return db
    .selectFrom('replaced_pictures')
    .selectAll()
    .where('order_id', '=', orderId)
    .$if(position !== undefined, (rows) => rows.where('position', '=', position ?? 0))
    .orderBy('position')
    .orderBy('replaced_at', 'desc')
    .execute();
}

/** Deletes an order's replaced pictures, but not their files. @returns the pictures' ids */
export async function dropReplaced(tx: Tx, orderId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('replaced_pictures')
    .where('order_id', '=', orderId)
    .returning('upload_id')
    .execute();
  return rows.map(({ upload_id }) => upload_id);
}

/** Deletes the replaced pictures of printed or ended orders. @returns the number of such orders */
export async function sweepReplaced({ db, clock }: Context): Promise<number> {
  const due = await db.queries
    .selectFrom('replaced_pictures')
    .innerJoin('orders', 'orders.id', 'replaced_pictures.order_id')
    .leftJoin('production_rounds as round', (join) =>
      join.onRef('round.order_id', '=', 'orders.id').on('round.n', '=', 0),
    )
    .select('orders.id')
    .distinct()
    .where(({ or, eb }) =>
      or([eb('round.printed_at', 'is not', null), eb('status', 'in', ENDED_STATUSES)]),
    )
    .execute();
  let swept = 0;
  for (const { id } of due) {
    await db.transaction(async (tx) => {
      const locked = db.lockRows(tx.selectFrom('orders').where('id', '=', id));
      const [order] = await readOrders(tx, locked);
      // A mark may just have been removed.
      if (!order || hasOpenPictures(order)) return;
      await forgetPictures(tx, await dropReplaced(tx, id), { now: clock() });
      swept += 1;
    });
  }
  return swept;
}

async function insertReplaced(
  tx: Tx,
  order_id: string,
  { position, uploadId, originalName, crop }: OrderItem,
  replaced_at: number,
): Promise<void> {
  await tx
    .insertInto('replaced_pictures')
    .values({
      ...{ order_id, position, replaced_at, upload_id: uploadId, original_name: originalName },
      ...toCropColumns(crop),
    })
    .execute();
}

async function deleteReplaced(tx: Tx, { order_id, position, replaced_at }: ReplacedRow) {
  await tx
    .deleteFrom('replaced_pictures')
    .where('order_id', '=', order_id)
    .where('position', '=', position)
    .where('replaced_at', '=', replaced_at)
    .execute();
}
