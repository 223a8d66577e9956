import { createHash } from 'node:crypto';
import type { CreateOrderBody, Order } from '#contract/orders.ts';
import type { Buyer } from '#domain/buyer.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/types.ts';
import { presentOrder } from '../present-order.ts';
import { findClaim, findOrderEvenDeleted, type KeyClaim } from '../repo.ts';

/** A request for an order, well formed and not yet checked against the shop. */
export type OrderRequest = {
  body: CreateOrderBody;
  buyer: Buyer;
  /** Names this attempt, so that its repetition yields the same order. */
  key: string | null;
  /** Of the client that sends it. */
  address: string;
};

/**
 * Returns what a request claims with its key: a request for the same order has the same hash. The
 * terms that its buyer was shown are left out, for they may change between two attempts: an order
 * that was placed stands, under the terms that it was placed with.
 */
export function claimOf({ body, buyer, key }: OrderRequest, orderId: string): KeyClaim | null {
  if (key === null) return null;
  const { seen: _, ...ordered } = body;
  const requestHash = createHash('sha256')
    .update(JSON.stringify([buyer?.uid ?? null, ordered]))
    .digest('base64url');
  return { key, requestHash, orderId };
}

/**
 * Returns the order that this very request already became, from the bin too: its buyer asks what
 * became of it. @throws ShopError `idempotency_key_reused` when another request has the key
 */
export async function orderOfKey(
  { settings }: Pick<Context, 'settings'>,
  tx: Tx,
  claim: KeyClaim,
): Promise<Order> {
  const earlier = await findClaim(tx, claim.key);
  if (earlier.request_hash !== claim.requestHash) throw new ShopError('idempotency_key_reused');
  const stored = await findOrderEvenDeleted(tx, earlier.order_id);
  if (!stored) throw new Error('a key outlived its order');
  return presentOrder(stored, (await settings.read(tx)).settings.payment);
}
