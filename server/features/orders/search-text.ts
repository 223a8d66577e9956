import { orderSearchText } from '#domain/base/folding.ts';
import type { Order } from '#domain/orders/order.ts';
import type { OrderChanged } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';

/** Returns the text that an order is found by. */
export function searchTextOf({ id, owner, delivery }: Order): string {
  const { fullName, phone, email } = delivery;
  return orderSearchText({ id, fullName, phone, emails: [owner.email, email] });
}

/** Returns the statement that adds new orders to the search index. */
export function insertSearchTexts(tx: Tx, orders: readonly Order[]) {
  return tx.insertInto('order_search').values(
    orders.map((order) => ({
      order_id: order.id,
      created_at: order.createdAt,
      text: searchTextOf(order),
    })),
  );
}

/** Updates the search index after a change of an order's data. */
export async function updateSearchText(tx: Tx, { before, after }: OrderChanged): Promise<void> {
  const text = searchTextOf(after);
  if (text === searchTextOf(before)) return;
  await tx.updateTable('order_search').set({ text }).where('order_id', '=', after.id).execute();
}
