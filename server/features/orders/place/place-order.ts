import type { Order } from '#contract/orders.ts';
import { ShopError } from '#domain/errors.ts';
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
import { type Asked, askForOrders } from './ask-for-orders.ts';
import { claimOf, orderOfKey } from './order-key.ts';
import { Apart, mayShare, type OrderRequest } from './order-request.ts';

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
 * @param requests one, or several that `mayShare`
 * @returns what became of each, in their order
 * @throws Apart naming those of several that have to be placed alone; of one ShopError
 *   `unauthenticated`, `account_disabled`, `idempotency_key_reused`, `orders_closed`,
 *   `too_many_orders`, `image_not_found`, `image_already_ordered`, `discount_unavailable`,
 *   `price_changed`, `terms_changed`
 */
export async function placeOrders(
  context: Context,
  requests: readonly OrderRequest[],
): Promise<PlacedOrder[]> {
  if (requests.length > 1 && !requests.every(mayShare)) throw new Error('orders that do not share');
  const now = context.clock();
  const attempts = requests.map((request) => {
    const id = context.newOrderId();
    return { request, id, claim: claimOf(request, id) };
  });
  const placed = await context.db.transaction(async (tx) => {
    for (const { request } of attempts) {
      if (request.buyer) await holdAccount(context, tx, request.buyer);
    }
    const asked = await askForOrders(context, tx, attempts, now);
    const [first] = asked;
    if (first?.claim && first.isRepeated && asked.length === 1) {
      return [{ order: await orderOfKey(context, tx, first.claim), replayed: true }];
    }
    const agreed = await agreeOrders(tx, asked, now);
    await context.db.writeLast(tx, await writesOf(context, tx, agreed, now));
    return agreed.map(({ order }) => ({ order, replayed: false }));
  });
  // A repetition has no mails, and is no rush.
  for (const { replayed } of placed) if (!replayed) context.jobNotifier.notify('general');
  return placed;
}

/** @throws Apart naming those of several that are refused or repeated; of one its refusal */
async function agreeOrders(tx: Tx, asked: readonly Asked[], now: number): Promise<Agreed[]> {
  const agreed: Agreed[] = [];
  const apart: OrderRequest[] = [];
  for (const each of asked) {
    try {
      if (each.isRepeated) apart.push(each.request);
      else agreed.push(await agreeOrder(tx, each, now));
    } catch (error) {
      if (asked.length === 1 || !(error instanceof ShopError)) throw error;
      apart.push(each.request);
    }
  }
  if (apart.length > 0) throw new Apart(apart);
  return agreed;
}

async function writesOf(
  context: Context,
  tx: Tx,
  agreed: readonly Agreed[],
  now: number,
): Promise<readonly Write[]> {
  const orders = agreed.map(({ stored }) => stored.order);
  const mails = await planOrderMails(
    context,
    tx,
    agreed.map(({ stored: { order }, request, offer }) => ({
      order,
      request,
      shopEmail: offer.settings.seller.email,
    })),
    now,
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
function ownWrites(tx: Tx, { discount, stored: { order }, request }: Agreed): Write[] {
  const held = { orderId: order.id, total: order.total_amount };
  const { buyer, body } = request;
  return [
    ...(discount ? redemptionWrites(tx, { ...held, code: discount.code }) : []),
    ...(buyer ? [upsertAddress(tx, buyer.uid, body.deliveryData, order.created_at)] : []),
  ];
}
