import type { Context } from '../../context.ts';
import { waitOf } from './workshop-columns.ts';

/**
 * Brings what orders wait for up to date with the settings that the shop starts with: whether their
 * buyers have to approve a proof may have changed. It reads what is in the workshop alone.
 * @returns how many orders wait for something else now
 */
export async function refreshWaits({ db, config }: Context): Promise<number> {
  return db.transaction(async (tx) => {
    const orders = await db
      .lockRows(
        tx.selectFrom('orders').selectAll().where('waits_for', 'is not', null).orderBy('id'),
      )
      .execute();
    const stale = orders.filter((order) => order.waits_for !== waitOf(config.proof, order));
    for (const order of stale) {
      await tx
        .updateTable('orders')
        .set({ waits_for: waitOf(config.proof, order) })
        .where('id', '=', order.id)
        .execute();
    }
    return stale.length;
  });
}
