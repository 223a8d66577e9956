import { expressionBuilder, sql } from 'kysely';
import { ENDED_STATUSES } from '#domain/orders.ts';
import { WAITING_PICTURE_HOURS } from '#domain/retention.ts';
import type { Context } from '#server/context.ts';
import type { Schema, Tx } from '#server/db/types.ts';
import { sweepFolder } from '#server/durable-files.ts';
import { LONGEST_SENDING_MS } from '#server/ports/storage/storage.ts';
import { enqueueRemoval } from './remove-pictures.ts';
import { deleteWaitingBefore } from './repo.ts';
import { forgetOldSums } from './stored-sums.ts';

const HOUR_MS = 3_600_000;
export const WAITING_MS = WAITING_PICTURE_HOURS * HOUR_MS;

/**
 * Removes pictures that nobody ordered in time: first the row, on which an order would fail, then
 * the files, by a job that outlives a crash; and what broken uploads left behind.
 * @returns how many pictures went
 */
export async function sweepUploads(context: Context): Promise<number> {
  const { db, clock, jobNotifier, storage, scratchDir } = context;
  const gone = await db.transaction(async (tx) => {
    const ids = await deleteWaitingBefore(tx, clock() - WAITING_MS);
    await enqueueRemoval(tx, ids, clock());
    await forgetOldSums(tx, clock());
    return ids.length;
  });
  jobNotifier.notify();
  await sweepFolder(scratchDir, clock() - HOUR_MS);
  await storage.sweep(clock() - LONGEST_SENDING_MS);
  return gone;
}

const DAY_MS = 86_400_000;
/** Pictures per transaction: a shop that sets the days after years has many. */
const BATCH = 500;

/**
 * Removes the files of pictures whose orders all ended as many days ago as the settings say. The
 * orders stay, and so do the pictures' rows; none of them can be ordered again.
 * @returns how many pictures went
 */
export async function removeOldPictures(context: Context): Promise<number> {
  const { db, config, clock, jobNotifier } = context;
  if (config.pictureDays === null) return 0;
  const before = clock() - config.pictureDays * DAY_MS;
  let count = 0;
  let batch: number;
  do {
    batch = await db.transaction(async (tx) => {
      const ids = await markRemoved(tx, before, clock());
      await enqueueRemoval(tx, ids, clock());
      return ids.length;
    });
    count += batch;
    jobNotifier.notify();
  } while (batch === BATCH);
  return count;
}

/** @returns the ids of pictures that nobody has a use for since `before` */
async function markRemoved(tx: Tx, before: number, now: number): Promise<string[]> {
  const due = tx
    .selectFrom('uploads')
    .select('uploads.id')
    .where('uploads.claimed_at', '<', before)
    .where('uploads.removed_at', 'is', null)
    .where(({ not, exists }) => not(exists(orderInUse(before))))
    .orderBy('uploads.claimed_at')
    .limit(BATCH);
  const removed = await tx
    .updateTable('uploads')
    .set({ removed_at: now, stored_bytes: 0 })
    .where('id', 'in', due)
    // Once more, for an order that takes the picture just now.
    .where('claimed_at', '<', before)
    .returning('id')
    .execute();
  return removed.map(({ id }) => id);
}

/** An order with the picture that is under way, or ended later; an order in the bin counts, too. */
function orderInUse(before: number) {
  const { selectFrom } = expressionBuilder<Schema>();
  return selectFrom('order_items as item')
    .innerJoin('orders as order', 'order.id', 'item.order_id')
    .select('item.position')
    .where('item.upload_id', '=', sql.ref<string>('uploads.id'))
    .where(({ or, eb }) =>
      or([
        eb('order.status', 'not in', ENDED_STATUSES),
        eb('order.status_set_at', '>=', before),
        // A mark completes an order, too.
        eb('order.dispatched_at', '>=', before),
      ]),
    );
}
