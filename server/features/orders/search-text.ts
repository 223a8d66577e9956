import type { Selectable } from 'kysely';
import { orderSearchText } from '#domain/folding.ts';
import type { Write } from '../../db/engine.ts';
import type { OrdersTable, Tx } from '../../db/types.ts';

type Findable = Pick<
  Selectable<OrdersTable>,
  'id' | 'full_name' | 'phone' | 'user_email' | 'email'
>;

/** @returns what an order's row can be found by */
export function searchTextOf(order: Findable): string {
  return orderSearchText({
    id: order.id,
    fullName: order.full_name,
    phone: order.phone,
    emails: [order.user_email, order.email],
  });
}

/** Returns what makes a new order findable, in its transaction. */
export function insertSearchText(tx: Tx, order: Findable): Write {
  const row = { order_id: order.id, text: searchTextOf(order) };
  return tx.insertInto('order_search').values(row);
}

/** Does so again after its data was corrected. */
export async function updateSearchText(tx: Tx, order: Findable): Promise<void> {
  await tx
    .updateTable('order_search')
    .set({ text: searchTextOf(order) })
    .where('order_id', '=', order.id)
    .execute();
}
