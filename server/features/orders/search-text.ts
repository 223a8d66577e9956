import { orderSearchText } from '#domain/folding.ts';
import type { Tx } from '#server/db/types.ts';
import type { OrderRow } from './repo.ts';

type SearchedRow = Pick<OrderRow, 'id' | 'full_name' | 'phone' | 'user_email' | 'email'>;

/** Returns the text that an order is found by. */
export function searchTextOf(order: SearchedRow): string {
  return orderSearchText({
    id: order.id,
    fullName: order.full_name,
    phone: order.phone,
    emails: [order.user_email, order.email],
  });
}

/** Returns the statement that adds new orders to the search index. */
export function insertSearchTexts(
  tx: Tx,
  orders: readonly (SearchedRow & Pick<OrderRow, 'created_at'>)[],
) {
  return tx.insertInto('order_search').values(
    orders.map((order) => ({
      order_id: order.id,
      created_at: order.created_at,
      text: searchTextOf(order),
    })),
  );
}

/** Updates the search index after a change of the order's data. */
export async function updateSearchText(tx: Tx, order: SearchedRow): Promise<void> {
  await tx
    .updateTable('order_search')
    .set({ text: searchTextOf(order) })
    .where('order_id', '=', order.id)
    .execute();
}
