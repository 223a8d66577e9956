import type { Context } from '#server/context.ts';
import { stageColumns } from './order-facts.ts';

/**
 * Brings what orders wait for up to date with the settings that the shop starts with: whether their
 * buyers have to approve a proof may have changed. It reads what is in the workshop alone.
 * @returns how many orders wait for something else now
 */
export async function refreshWaits(context: Context): Promise<number> {
  const { db } = context;
  return db.transaction(async (tx) => {
    const orders = await db
      .lockRows(
        tx.selectFrom('orders').selectAll().where('waits_for', 'is not', null).orderBy('id'),
      )
      .execute();
    let count = 0;
    for (const order of orders) {
      const columns = stageColumns(context, order);
      if (order.waits_for === columns.waits_for) continue;
      await tx.updateTable('orders').set(columns).where('id', '=', order.id).execute();
      count += 1;
    }
    return count;
  });
}
