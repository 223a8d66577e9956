import { hash } from 'node:crypto';
import type { InsertObject, Selectable, Updateable } from 'kysely';
import type { Owner } from '#domain/buyer.ts';
import { ShopError } from '#domain/errors.ts';
import type { Database } from '#server/db/database.ts';
import type { Queries, Schema, Tx } from '#server/db/types.ts';
import { emailKey } from '#server/lib/canonical-email.ts';
import { recipientKey } from '#server/limits/recipient-key.ts';

export type OrderRow = Selectable<Schema['orders']>;
export type ItemRow = Selectable<Schema['order_items']>;

export type RefundRow = Selectable<Schema['order_refunds']>;

/** An order with its items and refunds, each in their sequence. */
export type StoredOrder = { order: OrderRow; items: ItemRow[]; refunds: RefundRow[] };

export type NewOrder = {
  order: InsertObject<Schema, 'orders'>;
  items: ItemRow[];
};

type GuestColumns = Pick<OrderRow, 'guest_email' | 'guest_mailbox_key'>;

/**
 * Returns the columns that a guest's orders are found by; null for an account's.
 * @param email as typed
 */
export function toGuestColumns(email: string | null): GuestColumns {
  return email === null
    ? { guest_email: null, guest_mailbox_key: null }
    : { guest_email: emailKey(email), guest_mailbox_key: recipientKey(email) };
}

/**
 * Returns the statements that write an order, its items first: the database checks it against them.
 */
export function insertOrder(tx: Tx, { order, items }: NewOrder) {
  const own = items.length === 0 ? [] : [tx.insertInto('order_items').values(items)];
  return [...own, tx.insertInto('orders').values(order)];
}

export async function updateItem(
  tx: Tx,
  { order_id, position }: Pick<ItemRow, 'order_id' | 'position'>,
  set: Updateable<Schema['order_items']>,
): Promise<void> {
  await tx
    .updateTable('order_items')
    .set(set)
    .where('order_id', '=', order_id)
    .where('position', '=', position)
    .execute();
}

/** Returns an order without its items; undefined when it does not exist, or is in the bin. */
export function findLiveRow(db: Queries, id: string): Promise<OrderRow | undefined> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Locks an order until the transaction ends.
 * @throws ShopError `not_found`, also for one in the bin, or only outside of it
 */
export async function lockOrder(
  { lockRows }: Pick<Database, 'lockRows'>,
  tx: Tx,
  id: string,
  { inBin = false }: { inBin?: boolean } = {},
): Promise<OrderRow> {
  const order = await lockRows(
    tx.selectFrom('orders').selectAll().where('id', '=', id),
  ).executeTakeFirst();
  if (!order || (order.deleted_at !== null) !== inBin) throw new ShopError('not_found');
  return order;
}

/** Returns null when the order does not exist, or is in the bin. */
export async function findLiveOrder(db: Queries, id: string): Promise<StoredOrder | null> {
  const stored = await findOrderEvenDeleted(db, id);
  return stored && stored.order.deleted_at === null ? stored : null;
}

/** Returns an order even from the bin; null when it does not exist. */
export async function findOrderEvenDeleted(db: Queries, id: string): Promise<StoredOrder | null> {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  const [stored = null] = await withParts(db, order ? [order] : []);
  return stored;
}

/** Returns the existing orders, even from the bin, in the sequence of `ids`. */
export async function findOrders(db: Queries, ids: readonly string[]): Promise<StoredOrder[]> {
  return withParts(db, await findRows(db, ids));
}

/**
 * Returns orders outside the bin, without their items, in the sequence of `ids`.
 * @throws ShopError `not_found` with the first missing id
 */
export async function findLiveRows(db: Queries, ids: readonly string[]): Promise<OrderRow[]> {
  const orders = (await findRows(db, ids)).filter(({ deleted_at }) => deleted_at === null);
  const known = new Set(orders.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown === undefined) return orders;
  throw new ShopError('not_found', { message: `No hay un pedido ${unknown}` });
}

async function findRows(db: Queries, ids: readonly string[]): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('orders').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns orders with their items and refunds, read by one query each. */
export async function withParts(db: Queries, orders: readonly OrderRow[]): Promise<StoredOrder[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const items = await db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('position')
    .execute();
  const refunds = await db
    .selectFrom('order_refunds')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const itemsOf = Map.groupBy(items, ({ order_id }) => order_id);
  const refundsOf = Map.groupBy(refunds, ({ order_id }) => order_id);
  return orders.map((order) => ({
    order,
    items: itemsOf.get(order.id) ?? [],
    refunds: refundsOf.get(order.id) ?? [],
  }));
}

/** Returns the ids of all orders of an owner, oldest first, including the bin. */
export async function orderIdsOf(db: Queries, { uid, guestEmail }: Owner): Promise<string[]> {
  const orders = db.selectFrom('orders').select(['id', 'created_at']);
  const [own, joined] = await Promise.all([
    uid === null ? [] : orders.where('user_uid', '=', uid).execute(),
    guestEmail === null ? [] : orders.where('guest_email', '=', guestEmail).execute(),
  ]);
  return [...own, ...joined].sort((a, b) => a.created_at - b.created_at).map(({ id }) => id);
}

/** A request's idempotency key, its hash, and the id that its order will have. */
export type KeyClaim = { key: string; requestHash: string; orderId: string };

/** Returns the claim of a request with an idempotency key; a repetition has the same hash. */
export function claimKey(key: string | null, orderId: string, request: object): KeyClaim | null {
  if (key === null) return null;
  return { key, requestHash: hash('sha256', JSON.stringify(request), 'base64url'), orderId };
}

/** Returns the statement that claims a key; it returns no row when another order has the key. */
export function insertKey(tx: Tx, { key, requestHash, orderId }: KeyClaim) {
  return tx
    .insertInto('idempotency_keys')
    .values({ key, request_hash: requestHash, order_id: orderId })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('order_id');
}

/**
 * Returns the order that an earlier request with this key has placed, even from the bin.
 * @throws ShopError `idempotency_key_reused` when that was another request
 */
export async function findClaimed(tx: Tx, { key, requestHash }: KeyClaim): Promise<StoredOrder> {
  const { request_hash, order_id } = await tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (request_hash !== requestHash) throw new ShopError('idempotency_key_reused');
  const stored = await findOrderEvenDeleted(tx, order_id);
  if (!stored) throw new Error('a key outlived its order');
  return stored;
}
