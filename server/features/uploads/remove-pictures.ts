import { expressionBuilder, sql } from 'kysely';
import * as z from 'zod';
import { DAY_MS, HOUR_MS } from '#domain/base/dates.ts';
import { ENDED_STATUSES } from '#domain/orders/status.ts';
import { WAITING_PICTURE_HOURS } from '#domain/privacy/retention.ts';
import type { Context } from '#server/context.ts';
import { hasNone } from '#server/db/has-none.ts';
import type { Schema, Tx } from '#server/db/types.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { sweepFolder } from '#server/lib/durable-files.ts';
import { ABANDONED_AFTER_MS } from '#server/ports/storage/storage.ts';
import { forgetOldSums } from './stored-sums.ts';
import { fileKeys } from './urls.ts';

const KIND = 'pictures.remove';
const payload = z.object({ ids: z.array(z.string()) });

/**
 * Deletes an order's pictures that no other order uses, in the transaction that removes the order.
 * It locks them first: other orders of the same pictures wait. The files are removed after the
 * commit.
 * @param removeOrder deletes the order, or its link to the pictures, unless that was done before
 */
export async function forgetPictures(
  tx: Tx,
  ids: readonly string[],
  { now, removeOrder }: { now: number; removeOrder?: () => Promise<void> },
): Promise<void> {
  await lockUploads(tx, ids);
  await removeOrder?.();
  if (ids.length === 0) return;
  const gone = await tx
    .deleteFrom('uploads')
    .where('id', 'in', ids)
    .where(hasNone('order_items', 'upload_id', 'uploads.id'))
    .where(hasNone('replaced_pictures', 'upload_id', 'uploads.id'))
    .where(hasNone('order_change_pictures', 'upload_id', 'uploads.id'))
    .returning('id')
    .execute();
  await enqueueRemoval(tx, gone, now);
}

/** Locks pictures against claims until the transaction ends, one after the other by id. */
async function lockUploads(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort()) {
    await tx
      .updateTable('uploads')
      .set(({ ref }) => ({ claimed_at: ref('claimed_at') }))
      .where('id', '=', id)
      .execute();
  }
}

/**
 * Removes the files of pictures whose orders stay, once the transaction commits. The rows stay for
 * the orders, without an owner: no further order can use these pictures.
 */
export async function emptyPictures(tx: Tx, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await lockUploads(tx, ids);
  const removed = await tx
    .updateTable('uploads')
    .set({ claimed_by: null, source: null, removed_at: now, stored_bytes: 0, sha256: null })
    .where('id', 'in', ids)
    .returning('id')
    .execute();
  await enqueueRemoval(tx, removed, now);
}

/** Enqueues the removal of deleted pictures' files, once the transaction commits. */
async function enqueueRemoval(tx: Tx, rows: readonly { id: string }[], now: number): Promise<void> {
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await enqueue(tx, { kind: KIND, payload: { ids } }, now);
}

/** Returns the job handler that removes the files of deleted pictures. */
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

export const WAITING_MS = WAITING_PICTURE_HOURS * HOUR_MS;

/**
 * Removes pictures that were not ordered in time: first the row, so that an order fails, then the
 * files, by a job that survives a crash; and the files of interrupted uploads.
 * @returns how many pictures were removed
 */
export async function sweepUploads(context: Context): Promise<number> {
  const { db, clock, storage, scratchDir } = context;
  const gone = await db.transaction(async (tx) => {
    const waiting = await tx
      .deleteFrom('uploads')
      .where('claimed_at', 'is', null)
      .where('created_at', '<', clock() - WAITING_MS)
      .returning('id')
      .execute();
    await enqueueRemoval(tx, waiting, clock());
    await forgetOldSums(tx, clock());
    return waiting.length;
  });
  await sweepFolder(scratchDir, clock() - HOUR_MS);
  await storage.sweep(clock() - ABANDONED_AFTER_MS);
  return gone;
}

/** Maximum number of pictures per transaction: a shop that sets the days after years has many. */
const BATCH = 500;

/**
 * Removes the files of pictures whose orders all ended at least as many days ago as the settings
 * say. The orders and the pictures' rows stay; none of the pictures can be ordered again.
 * @returns how many pictures were removed
 */
export async function removeOldPictures(context: Context): Promise<number> {
  const { db, config, clock } = context;
  if (config.pictureDays === null) return 0;
  const before = clock() - config.pictureDays * DAY_MS;
  let count = 0;
  let batch: number;
  do {
    batch = await db.transaction(async (tx) => {
      const removed = await markRemoved(tx, before, clock());
      await enqueueRemoval(tx, removed, clock());
      return removed.length;
    });
    count += batch;
  } while (batch === BATCH);
  return count;
}

/** Marks pictures whose orders all ended before `before` as removed, and returns them. */
async function markRemoved(tx: Tx, before: number, now: number): Promise<{ id: string }[]> {
  const due = tx
    .selectFrom('uploads')
    .select('uploads.id')
    .where('uploads.claimed_at', '<', before)
    .where('uploads.removed_at', 'is', null)
    // A claimed picture without an order is the picture of a product.
    .where(({ exists }) => exists(orderOf()))
    .where(({ not, exists }) => not(exists(orderInUse(before))))
    .orderBy('uploads.claimed_at')
    .limit(BATCH);
  return (
    tx
      .updateTable('uploads')
      .set({ removed_at: now, stored_bytes: 0 })
      .where('id', 'in', due)
      // Checked again, because an order may have claimed the picture meanwhile.
      .where('claimed_at', '<', before)
      .returning('id')
      .execute()
  );
}

function orderOf() {
  const { selectFrom } = expressionBuilder<Schema>();
  return selectFrom('order_items as item')
    .select('item.position')
    .where('item.upload_id', '=', sql.ref<string>('uploads.id'));
}

/** Matches orders with the picture that are in progress or ended later, also in the bin. */
function orderInUse(before: number) {
  const { selectFrom } = expressionBuilder<Schema>();
  return selectFrom('order_items as item')
    .innerJoin('orders as order', 'order.id', 'item.order_id')
    .select('item.position')
    .where('item.upload_id', '=', sql.ref<string>('uploads.id'))
    .where(({ or, eb, exists, selectFrom: from }) =>
      or([
        eb('order.status', 'not in', ENDED_STATUSES),
        eb('order.status_set_at', '>=', before),
        // A mark completes an order, too.
        exists(
          from('production_rounds as round')
            .select('round.n')
            .whereRef('round.order_id', '=', 'order.id')
            .where('round.n', '=', 0)
            .where('round.dispatched_at', '>=', before),
        ),
      ]),
    );
}
