import type { Insertable, Selectable } from 'kysely';
import type { OrderItemsTable, OrdersTable, Queries, Tx } from '../../db/types.ts';
import type { Owner } from '../../http/owner.ts';

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

/** @returns null when there is no such order */
export async function lookUpOrder(db: Queries, id: string): Promise<StoredOrder | null> {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  if (!order) return null;
  const items = await db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('position')
    .execute();
  return { order, items };
}

/** @throws when there is no such order */
export async function findOrder(db: Queries, id: string): Promise<StoredOrder> {
  const stored = await lookUpOrder(db, id);
  if (!stored) throw new Error('the order is gone');
  return stored;
}

/**
 * The orders of an owner, newest first, in two queries.
 * @param owner an account; its guest orders are those of `guestEmail`
 */
export async function ordersOf(db: Queries, owner: Owner): Promise<StoredOrder[]> {
  const own = db
    .selectFrom('orders')
    .where((eb) =>
      eb.or([
        eb('user_uid', '=', owner.uid),
        ...(owner.guestEmail === null ? [] : [eb('guest_email', '=', owner.guestEmail)]),
      ]),
    );
  const orders = await own.selectAll().orderBy('created_at', 'desc').orderBy('id').execute();
  const items = await db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', 'in', own.select('id'))
    .orderBy('position')
    .execute();
  const byOrder = Map.groupBy(items, ({ order_id }) => order_id);
  return orders.map((order) => ({ order, items: byOrder.get(order.id) ?? [] }));
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
