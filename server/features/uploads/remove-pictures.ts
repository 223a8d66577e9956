import { expressionBuilder, sql } from 'kysely';
import * as z from 'zod';
import { ENDED_STATUSES } from '#domain/orders.ts';
import { WAITING_PICTURE_HOURS } from '#domain/retention.ts';
import type { Context } from '#server/context.ts';
import type { Schema, Tx } from '#server/db/types.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { sweepFolder } from '#server/lib/durable-files.ts';
import { ABANDONED_AFTER_MS } from '#server/ports/storage/storage.ts';
import { clearUploadOwners, deleteUnused, deleteWaitingBefore, lockUploads } from './repo.ts';
import { forgetOldSums } from './stored-sums.ts';
import { fileKeys } from './urls.ts';

const KIND = 'pictures.remove';
const payload = z.object({ ids: z.array(z.string()) });

/**
 * Forgets an order's pictures that no other order uses, in the transaction that removes the order
 * and before it does: other orders that want the same pictures wait. The files go after the commit.
 * @param removeOrder takes the order away from its pictures
 */
export async function forgetPictures(
  tx: Tx,
  ids: readonly string[],
  { now, removeOrder }: { now: number; removeOrder: () => Promise<void> },
): Promise<void> {
  await lockUploads(tx, ids);
  await removeOrder();
  const gone = await deleteUnused(tx, ids);
  await enqueueRemoval(tx, gone, now);
}

/**
 * Removes the files of pictures whose orders stay, once the transaction commits. The rows stay for
 * their orders' sake, and are nobody's: no further order can have these pictures.
 */
export async function emptyPictures(tx: Tx, ids: readonly string[], now: number): Promise<void> {
  await lockUploads(tx, ids);
  await clearUploadOwners(tx, ids, now);
  await enqueueRemoval(tx, ids, now);
}

/** Has the files of forgotten pictures removed, once the transaction that forgot them commits. */
async function enqueueRemoval(tx: Tx, ids: readonly string[], now: number): Promise<void> {
  if (ids.length > 0) await enqueue(tx, { kind: KIND, payload: { ids } }, now);
}

/** @returns what removes the files of forgotten pictures */
export function pictureHandlers({ storage }: Context): Record<string, JobHandler> {
  return {
    [KIND]: async (sent) => {
      const { ids } = payload.parse(sent);
      for (const key of ids.flatMap((id) => Object.values(fileKeys(id)))) {
        await storage.remove(key);
      }
    },
  };
}

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
  await storage.sweep(clock() - ABANDONED_AFTER_MS);
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
