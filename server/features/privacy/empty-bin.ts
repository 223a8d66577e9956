import { requestedPicturesOf } from '#domain/orders/order.ts';
import { BIN_MS } from '#domain/privacy/retention.ts';
import { forgetReasons, writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { lockOrder, nullIfMissing } from '#server/features/orders/order.ts';
import { deletePermanently } from '#server/features/orders/write-order.ts';
import { dropReplaced } from '#server/features/production/replaced-pictures.ts';
import { enqueueRemovals } from '#server/features/uploads/remove-files.ts';
import { forgetPictures } from '#server/features/uploads/remove-pictures.ts';

/**
 * Permanently deletes the orders whose days in the bin are over, with the buyer's data and the
 * pictures that no other order has. The audit entries stay, without reasons.
 * @returns how many orders were deleted
 */
export async function emptyBin(context: Context): Promise<number> {
  const before = context.clock() - BIN_MS;
  const due = await context.db.queries
    .selectFrom('orders')
    .select('id')
    .where('deleted_at', '<=', before)
    .execute();
  let count = 0;
  for (const { id } of due) {
    if (await context.db.transaction((tx) => removeOrder(context, tx, { id, before }))) count += 1;
  }
  return count;
}

/**
 * Deletes an order if it is still due: an admin may just have restored it.
 * @returns whether it did
 */
async function removeOrder(
  { db, clock }: Context,
  tx: Tx,
  { id, before }: { id: string; before: number },
): Promise<boolean> {
  // Another process may have removed it, too.
  const order = await lockOrder(db, tx, id, { inBin: true }).catch(nullIfMissing);
  if (!order?.deletedAt || order.deletedAt > before) return false;
  const own = order.items.map(({ uploadId }) => uploadId);
  await forgetPictures(
    tx,
    [...own, ...requestedPicturesOf(order), ...(await dropReplaced(tx, id))],
    { now: clock(), removeOrder: () => deletePermanently(tx, id) },
  );
  await enqueueRemovals(tx, order, clock());
  await forgetReasons(tx, [id]);
  const note = { by: null, entity: 'order', entityId: id, action: 'removed' } as const;
  await writeAudit(tx, { ...note, version: order.version + 1 }, clock());
  return true;
}
