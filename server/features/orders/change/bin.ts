import type { BinnedOrder } from '#contract/orders/orders-admin.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Order } from '#domain/orders/order.ts';
import { BIN_DAYS } from '#domain/privacy/retention.ts';
import { forgetReasons, writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import { isPast } from '#server/db/is-past.ts';
import type { Tx } from '#server/db/types.ts';
import { type ChangeTarget, changeOrder, lockOrder } from '#server/features/orders/order.ts';
import { presentAdminOrder } from '#server/features/orders/present-order.ts';
import { readPage } from '#server/features/orders/read/select-orders.ts';
import { dropReplaced } from '#server/features/production/replaced-pictures.ts';
import { enqueueRemovals } from '#server/features/uploads/remove-files.ts';
import { forgetPictures } from '#server/features/uploads/remove-pictures.ts';
import { readCursor } from '#server/http/paging.ts';

const BIN_MS = BIN_DAYS * 86_400_000;

/** Moves an order to the bin: then it is visible only there. */
export async function deleteOrder(context: Context, target: ChangeTarget): Promise<void> {
  await changeOrder(context, target, () => ({
    set: { deletedAt: context.clock() },
    action: 'deleted',
    changes: [{ field: 'deleted', from: false, to: true }],
  }));
}

/** Restores an order from the bin. @throws ShopError `discount_unavailable`: no use is left */
export function restoreOrder(context: Context, target: ChangeTarget): Promise<Order> {
  const change = {
    set: { deletedAt: null },
    action: 'restored',
    changes: [{ field: 'deleted', from: true, to: false }],
  } as const;
  return changeOrder(context, target, () => change, { inBin: true });
}

/** Returns a page of the bin, last deleted first. */
export async function listBin(
  { config, db, clock }: Context,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ orders: BinnedOrder[]; nextCursor: string | null }> {
  const after = readCursor(cursor, ['number', 'string']);
  const rows = await db.queries
    .selectFrom('orders')
    .selectAll()
    .where('deleted_at', '>', clock() - BIN_MS)
    .$if(after !== null, (query) => query.where(isPast(['deleted_at', 'id'], '<', after ?? [])))
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = await readPage(db.queries, rows, { limit }, (row) => [row.deleted_at ?? 0, row.id]);
  const orders = page.orders.map((each) => {
    const deletedAt = each.deletedAt ?? 0;
    return {
      ...presentAdminOrder(each, config),
      deletedAt: new Date(deletedAt).toISOString(),
      removedAt: new Date(deletedAt + BIN_MS).toISOString(),
    };
  });
  return { orders, nextCursor: page.nextCursor };
}

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
  for (const { id } of due) {
    await context.db.transaction((tx) => removeOrder(context, tx, { id, before }));
  }
  return due.length;
}

/** Checks again under the lock: an admin may just have restored the order. */
async function removeOrder(
  { db, clock }: Context,
  tx: Tx,
  { id, before }: { id: string; before: number },
): Promise<void> {
  const order = await lockOrder(db, tx, id, { inBin: true }).catch(ignoreMissing);
  if (!order?.deletedAt || order.deletedAt > before) return;
  const own = order.items.map(({ uploadId }) => uploadId);
  await forgetPictures(tx, [...own, ...(await dropReplaced(tx, id))], {
    now: clock(),
    removeOrder: async () => {
      await tx.deleteFrom('orders').where('id', '=', id).execute();
    },
  });
  await enqueueRemovals(tx, order, clock());
  await forgetReasons(tx, [id]);
  const note = { by: null, entity: 'order', entityId: id, action: 'removed' } as const;
  await writeAudit(tx, { ...note, version: order.version + 1 }, clock());
}

/** Another process may have removed the order, or an admin restored it. */
function ignoreMissing(error: unknown): null {
  if (error instanceof ShopError && error.code === 'not_found') return null;
  throw error;
}
