import type { InsertObject, Selectable, Updateable } from 'kysely';
import type { Owner } from '#domain/buyer.ts';
import type { OrderItemsTable, OrdersTable, Queries, Schema, Tx } from '#server/db/types.ts';
import { emailKey } from '#server/lib/canonical-email.ts';
import { recipientKey } from '#server/limits/recipient-key.ts';

export type StoredOrder = {
  order: Selectable<OrdersTable>;
  items: Selectable<OrderItemsTable>[];
};

export type NewOrder = {
  order: InsertObject<Schema, 'orders'>;
  items: Selectable<OrderItemsTable>[];
};

type GuestColumns = Pick<StoredOrder['order'], 'guest_email' | 'guest_mailbox_key'>;

/** Returns what a guest's order is found by; all null for an account's. @param email as typed */
export function toGuestColumns(email: string | null): GuestColumns {
  return email === null
    ? { guest_email: null, guest_mailbox_key: null }
    : { guest_email: emailKey(email), guest_mailbox_key: recipientKey(email) };
}

/** Returns the statements that write an order; its items first, as the database checks it against them. */
export function insertOrder(tx: Tx, { order, items }: NewOrder) {
  return [tx.insertInto('order_items').values(items), tx.insertInto('orders').values(order)];
}

type ItemKey = Pick<Selectable<OrderItemsTable>, 'order_id' | 'position'>;

export async function updateItem(
  tx: Tx,
  { order_id, position }: ItemKey,
  set: Updateable<OrderItemsTable>,
): Promise<void> {
  await tx
    .updateTable('order_items')
    .set(set)
    .where('order_id', '=', order_id)
    .where('position', '=', position)
    .execute();
}

/** @returns null when there is no such order, or when it is in the bin */
export async function findLiveOrder(db: Queries, id: string): Promise<StoredOrder | null> {
  const stored = await findOrderEvenDeleted(db, id);
  return stored && stored.order.deleted_at === null ? stored : null;
}

/** @returns an order even from the bin; null when there is none */
export async function findOrderEvenDeleted(db: Queries, id: string): Promise<StoredOrder | null> {
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

/** Returns those of the orders that there are, even from the bin, as they were asked for. */
export async function findOrders(db: Queries, ids: readonly string[]): Promise<StoredOrder[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('orders').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return withItems(
    db,
    ids.flatMap((id) => byId.get(id) ?? []),
  );
}

/** Puts their pictures to orders, in one query. */
export async function withItems(
  db: Queries,
  orders: readonly StoredOrder['order'][],
): Promise<StoredOrder[]> {
  if (orders.length === 0) return [];
  const items = await db
    .selectFrom('order_items')
    .selectAll()
    .where(
      'order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .orderBy('position')
    .execute();
  const byOrder = Map.groupBy(items, ({ order_id }) => order_id);
  return orders.map((order) => ({ order, items: byOrder.get(order.id) ?? [] }));
}

/** Returns the ids of all orders of an owner, oldest first, those in the bin too. */
export async function orderIdsOf(db: Queries, { uid, guestEmail }: Owner): Promise<string[]> {
  const orders = db.selectFrom('orders').select(['id', 'created_at']);
  const [own, joined] = await Promise.all([
    uid === null ? [] : orders.where('user_uid', '=', uid).execute(),
    guestEmail === null ? [] : orders.where('guest_email', '=', guestEmail).execute(),
  ]);
  return [...own, ...joined].sort((a, b) => a.created_at - b.created_at).map(({ id }) => id);
}

/** A request's key, the hash that tells it from others, and the order that it is to become. */
export type KeyClaim = { key: string; requestHash: string; orderId: string };

/** Returns the statement that claims a key; it returns no row when another order has the key. */
export function insertKey(tx: Tx, { key, requestHash, orderId }: KeyClaim) {
  return tx
    .insertInto('idempotency_keys')
    .values({ key, request_hash: requestHash, order_id: orderId })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('order_id');
}

/** Returns the request and the order that a key stands for. */
export async function findClaim(
  tx: Tx,
  key: string,
): Promise<{ request_hash: string; order_id: string }> {
  return tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'order_id'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
}
