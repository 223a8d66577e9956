import { hash } from 'node:crypto';
import { ShopError } from '#domain/base/errors.ts';
import type { Order } from '#domain/orders/order.ts';
import type { Tx } from '#server/db/types.ts';
import { findOrderEvenDeleted } from '#server/features/orders/order.ts';

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
export async function findClaimed(tx: Tx, { key, requestHash }: KeyClaim): Promise<Order> {
  const { request_hash, order_id } = await tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (request_hash !== requestHash) throw new ShopError('idempotency_key_reused');
  const order = await findOrderEvenDeleted(tx, order_id);
  if (!order) throw new Error('a key outlived its order');
  return order;
}
