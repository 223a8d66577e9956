import type { Selectable } from 'kysely';
import { ENDED_STATUSES } from '#domain/orders.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Schema, Tx } from '#server/db/types.ts';
import { readCropColumns, toCropColumns } from '#server/features/uploads/crop-columns.ts';
import { forgetPictures } from '#server/features/uploads/remove-pictures.ts';
import { type ItemRow, type OrderRow, updateItem } from './repo.ts';

type ReplacedRow = Selectable<Schema['replaced_pictures']>;
type ItemKey = Pick<ItemRow, 'order_id' | 'position'>;

/** For each item its first picture and its last replaced picture are kept. */
const KEPT_EACH = 2;

/**
 * Keeps an item's picture while another one replaces it.
 * @param update writes the new picture to the item
 */
export async function keepReplaced(
  tx: Tx,
  item: ItemRow,
  { now, update }: { now: number; update: () => Promise<void> },
): Promise<void> {
  const kept = await findReplacedOf(tx, item);
  const last = kept.at(-1);
  const dropped = kept.length < KEPT_EACH || !last ? [] : [last];
  for (const row of dropped) await deleteReplaced(tx, row);
  await insertReplaced(tx, item, Math.max(now, (last?.replaced_at ?? 0) + 1));
  await forgetPictures(
    tx,
    dropped.map(({ upload_id }) => upload_id),
    { now, removeOrder: update },
  );
}

/**
 * Restores an item's last replaced picture. The current one is kept as the oldest, so that the next
 * restore brings back the one before.
 * @returns false when no replaced picture is kept
 */
export async function swapReplaced(tx: Tx, item: ItemRow): Promise<boolean> {
  const kept = await findReplacedOf(tx, item);
  const [first, last] = [kept.at(0), kept.at(-1)];
  if (!first || !last) return false;
  await deleteReplaced(tx, last);
  await insertReplaced(tx, item, first.replaced_at - 1);
  const { upload_id, original_name } = last;
  await updateItem(tx, item, {
    upload_id,
    original_name,
    ...toCropColumns(readCropColumns(last)),
  });
  return true;
}

/** Returns the replaced pictures of an order, sorted by item, the last replaced first. */
export function findReplaced(db: Queries, orderId: string): Promise<ReplacedRow[]> {
  return db
    .selectFrom('replaced_pictures')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .orderBy('replaced_at', 'desc')
    .execute();
}

/** Returns whether an order's pictures can be changed: it is in progress and not printed. */
export function hasOpenPictures({ status, printed_at }: Pick<OrderRow, 'status' | 'printed_at'>) {
  return printed_at === null && !ENDED_STATUSES.includes(status);
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
    .select('orders.id')
    .distinct()
    .where(({ or, eb }) =>
      or([eb('printed_at', 'is not', null), eb('status', 'in', ENDED_STATUSES)]),
    )
    .execute();
  let swept = 0;
  for (const { id } of due) {
    await db.transaction(async (tx) => {
      const order = await db
        .lockRows(tx.selectFrom('orders').select(['status', 'printed_at']).where('id', '=', id))
        .executeTakeFirst();
      // A mark may just have been removed.
      if (!order || hasOpenPictures(order)) return;
      await forgetPictures(tx, await dropReplaced(tx, id), { now: clock() });
      swept += 1;
    });
  }
  return swept;
}

function findReplacedOf(tx: Tx, { order_id, position }: ItemKey): Promise<ReplacedRow[]> {
  return tx
    .selectFrom('replaced_pictures')
    .selectAll()
    .where('order_id', '=', order_id)
    .where('position', '=', position)
    .orderBy('replaced_at')
    .execute();
}

async function insertReplaced(tx: Tx, item: ItemRow, replaced_at: number): Promise<void> {
  const { order_id, position, upload_id, original_name } = item;
  const crop = toCropColumns(readCropColumns(item));
  await tx
    .insertInto('replaced_pictures')
    .values({ order_id, position, replaced_at, upload_id, original_name, ...crop })
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
