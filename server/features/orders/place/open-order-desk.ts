import type { Context } from '../../../context.ts';
import { gather } from '../../../gather.ts';
import { isGivenUp, isOutage } from '../../../outages.ts';
import { Apart, mayShare, type OrderRequest } from './order-request.ts';
import { type PlacedOrder, placeOrder, placeOrders } from './place-order.ts';

/** Orders of one transaction. */
const MOST_TOGETHER = 16;
/** Longer than a transaction usually takes: one that waits for a lock holds up no other orders. */
const PATIENCE_MS = 50;

type Log = { warn: (facts: object, message: string) => void };

/**
 * Opens where orders are placed. Those of guests that come at the same moment share a transaction:
 * its ways to the database, its sums and its commit cost more than an order's own rows. Whichever of
 * them is refused, or meets another, is placed for itself, and the others together once more.
 * @returns what places an order; see `placeOrders`
 */
export function openOrderDesk(
  context: Context,
  log: Log,
): (request: OrderRequest) => Promise<PlacedOrder> {
  const alone = (request: OrderRequest) => placeOrder(context, request);
  const share = gather(placeTogether, { most: MOST_TOGETHER, patienceMs: PATIENCE_MS });
  /** They have been in a group that fell apart; when the next one does, they are placed alone. */
  const tried = new WeakSet<OrderRequest>();

  async function placeTogether(
    requests: readonly OrderRequest[],
  ): Promise<(PlacedOrder | Promise<PlacedOrder>)[]> {
    try {
      return await placeOrders(context, requests);
    } catch (error) {
      if (requests.length === 1 || (isOutage(error) && !isGivenUp(error))) throw error;
      if (error instanceof Apart) return placeApart(requests, error.requests);
      log.warn({ err: error, orders: requests.length }, 'orders that came together placed alone');
      return requests.map(alone);
    }
  }

  /** Those that nothing stands against go on, together if it is the first time. */
  function placeApart(
    requests: readonly OrderRequest[],
    apart: ReadonlySet<OrderRequest>,
  ): Promise<PlacedOrder>[] {
    const placed = new Map(
      requests
        .filter((request) => !apart.has(request))
        .map((request) => [request, tried.has(request) ? alone(request) : share(request)]),
    );
    for (const request of placed.keys()) tried.add(request);
    // The others may want what these get.
    const afterwards = Promise.allSettled(placed.values());
    return requests.map((request) => placed.get(request) ?? afterwards.then(() => alone(request)));
  }

  return (request) => (mayShare(request) ? share(request) : alone(request));
}
