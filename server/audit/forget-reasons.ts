import type { Tx } from '../db/types.ts';

/** Drops what admins wrote of orders: it may tell of their buyers. */
export async function forgetReasons(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await tx
    .updateTable('audit_log')
    .set({ reason: null })
    .where('entity', '=', 'order')
    .where('entity_id', 'in', orderIds)
    .where('reason', 'is not', null)
    .execute();
}
