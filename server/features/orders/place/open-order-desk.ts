import type { Context } from '../../../context.ts';
import { gather } from '../../../gather.ts';
import { isOutage } from '../../../outages.ts';
import type { OrderRequest } from './order-request.ts';
import { type PlacedOrder, placeOrder, placeOrders } from './place-order.ts';

/** Of one transaction. */
const MOST_TOGETHER = 16;
/** Longer than a transaction usually takes: one that waits for a lock holds up no other orders. */
const PATIENCE_MS = 50;

/** Places an order; see `placeOrders`. */
export type OrderDesk = (request: OrderRequest) => Promise<PlacedOrder>;

/** Some order stands in the way of those that came with it. */
class FellApart extends Error {}

/**
 * Opens where orders are placed. Those of guests that come at the same moment share a transaction:
 * its ways to the database, its sums and its commit cost more than an order's own rows. If one of
 * them is refused, each is placed for itself.
 */
export function openOrderDesk(context: Context): OrderDesk {
  const placeTogether = gather(
    async (requests: readonly OrderRequest[]) => {
      try {
        return await placeOrders(context, requests);
      } catch (error) {
        if (requests.length === 1 || isOutage(error)) throw error;
        throw new FellApart('placed each for itself', { cause: error });
      }
    },
    { most: MOST_TOGETHER, patienceMs: PATIENCE_MS },
  );

  return async (request) => {
    if (!mayShare(request)) return placeOrder(context, request);
    try {
      return await placeTogether(request);
    } catch (error) {
      if (error instanceof FellApart) return placeOrder(context, request);
      throw error;
    }
  };
}

/**
 * Codes and accounts are locked until the end, and nobody waits for those of others. A request with
 * a key yields one order even if the transaction that was given up had been written after all.
 */
function mayShare({ body, buyer, key }: OrderRequest): boolean {
  return key !== null && buyer === null && !body.deliveryData.pricing.discountCode;
}
