import type { Selectable } from 'kysely';
import { orderSearchText } from '#domain/folding.ts';
import type { OrdersTable, Tx } from '#server/db/types.ts';

type Findable = Pick<
  Selectable<OrdersTable>,
  'id' | 'full_name' | 'phone' | 'user_email' | 'email'
>;

type NewOrder = Findable & Pick<Selectable<OrdersTable>, 'created_at'>;

/** @returns what an order's row can be found by */
export function searchTextOf(order: Findable): string {
  return orderSearchText({
    id: order.id,
    fullName: order.full_name,
    phone: order.phone,
    emails: [order.user_email, order.email],
  });
}

/** Returns the statement that makes new orders findable. */
export function insertSearchTexts(tx: Tx, orders: readonly NewOrder[]) {
  return tx.insertInto('order_search').values(
    orders.map((order) => ({
      order_id: order.id,
      created_at: order.created_at,
      text: searchTextOf(order),
    })),
  );
}

/** Does so again after its data was corrected. */
export async function updateSearchText(tx: Tx, order: Findable): Promise<void> {
  await tx
    .updateTable('order_search')
    .set({ text: searchTextOf(order) })
    .where('order_id', '=', order.id)
    .execute();
}
