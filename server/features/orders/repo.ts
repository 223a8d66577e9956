import type { Insertable, Selectable } from 'kysely';
import type { OrderItemsTable, OrdersTable, Queries, Tx } from '../../db/types.ts';

export type StoredOrder = {
  order: Selectable<OrdersTable>;
  items: Selectable<OrderItemsTable>[];
};

export async function insertOrder(
  tx: Tx,
  order: Insertable<OrdersTable>,
  items: Insertable<OrderItemsTable>[],
): Promise<StoredOrder> {
  return {
    order: await tx.insertInto('orders').values(order).returningAll().executeTakeFirstOrThrow(),
    items: await tx.insertInto('order_items').values(items).returningAll().execute(),
  };
}

export async function findOrder(db: Queries, id: string): Promise<StoredOrder> {
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const items = await db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('position')
    .execute();
  return { order, items };
}

/**
 * Claims an idempotency key for an order about to be written. A rival that holds the same key is
 * waited for.
 * @returns null when the key is now ours, else the request and the order it already stands for
 */
export async function claimKey(
  tx: Tx,
  claim: { key: string; request_hash: string; order_id: string },
): Promise<{ request_hash: string; order_id: string } | null> {
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values(claim)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed) return null;
  return tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'order_id'])
    .where('key', '=', claim.key)
    .executeTakeFirstOrThrow();
}
