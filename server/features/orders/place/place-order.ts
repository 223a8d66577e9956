import type { Order } from '#contract/orders.ts';
import type { Context } from '../../../context.ts';
import type { Write } from '../../../db/engine.ts';
import type { Tx } from '../../../db/types.ts';
import { redemptionWrites } from '../../discounts/uses.ts';
import { upsertAddress } from '../../people/addresses.ts';
import { holdAccount } from '../../people/hold-account.ts';
import { planOrderMails } from '../mail/order-mails.ts';
import { insertOrders } from '../repo.ts';
import { insertSearchTexts } from '../search-text.ts';
import { tallyWrites } from '../tallies.ts';
import { type Agreed, agreeOrder } from './agree-order.ts';
import { askForOrders } from './ask-for-orders.ts';
import { claimOf, orderOfKey } from './order-key.ts';
import type { OrderRequest } from './order-request.ts';

export type PlacedOrder = {
  order: Order;
  /** The same request was answered before, and this is that order. */
  replayed: boolean;
};

/** Places an order alone; see `placeOrders`. */
export async function placeOrder(context: Context, request: OrderRequest): Promise<PlacedOrder> {
  const [placed] = await placeOrders(context, [request]);
  if (!placed) throw new Error('an order got no answer');
  return placed;
}

/**
 * Places orders, all of them or none: the keys, the pictures, the uses of codes and the orders are
 * written together with the mails that tell of them, at the shop's own prices; an account's address
 * is kept for its next order.
 * @returns what became of each, in their order
 * @throws ShopError for the first that is refused: `unauthenticated`, `account_disabled`,
 *   `idempotency_key_reused`, `orders_closed`, `too_many_orders`, `image_not_found`,
 *   `image_already_ordered`, `discount_unavailable`, `price_changed`
 */
export async function placeOrders(
  context: Context,
  requests: readonly OrderRequest[],
): Promise<PlacedOrder[]> {
  const now = context.clock();
  const attempts = requests.map((request) => {
    const id = context.newOrderId();
    return { ...request, id, now, claim: claimOf(request, id) };
  });
  const placed = await context.db.transaction(async (tx) => {
    for (const { buyer } of attempts) if (buyer) await holdAccount(context, tx, buyer);
    const answers: PlacedOrder[] = [];
    const agreed: Agreed[] = [];
    for (const asked of await askForOrders(context, tx, attempts, now)) {
      if (asked.claim && asked.isRepeated) {
        answers.push({ order: await orderOfKey(context, tx, asked.claim), replayed: true });
      } else {
        const order = await agreeOrder(tx, asked);
        agreed.push(order);
        answers.push({ order: order.order, replayed: false });
      }
    }
    if (agreed.length > 0) await context.db.writeLast(tx, await writesOf(context, tx, agreed));
    return answers;
  });
  // A repetition has no mails, and is no rush.
  for (const { replayed } of placed) if (!replayed) context.jobNotifier.notify('general');
  return placed;
}

async function writesOf(
  context: Context,
  tx: Tx,
  agreed: readonly Agreed[],
): Promise<readonly Write[]> {
  const orders = agreed.map(({ stored }) => stored.order);
  const mails = await planOrderMails(
    context,
    tx,
    agreed.map(({ stored: { order }, asked: { address, offer } }) => ({
      order,
      address,
      shopEmail: offer.settings.seller.email,
    })),
  );
  return [
    ...insertOrders(
      tx,
      agreed.map(({ rows }) => rows),
    ),
    ...agreed.flatMap((order) => ownWrites(tx, order)),
    insertSearchTexts(tx, orders),
    ...mails,
    ...tallyWrites(
      context,
      tx,
      orders.map((order) => ({ order, by: 1 })),
    ),
  ];
}

/** Returns what writes the use of an order's code and the address of its account. */
function ownWrites(tx: Tx, { discount, stored, asked: { id, body, buyer, now } }: Agreed): Write[] {
  const held = { orderId: id, total: stored.order.total_amount };
  return [
    ...(discount ? redemptionWrites(tx, { ...held, code: discount.code }) : []),
    ...(buyer ? [upsertAddress(tx, buyer.uid, body.deliveryData, now)] : []),
  ];
}
