import { createHash } from 'node:crypto';
import type { CreateOrderBody, Order } from '#contract/orders.ts';
import type { Buyer } from '#domain/buyer.ts';
import { ownerOf } from '#domain/buyer.ts';
import type { Discount } from '#domain/discounts.ts';
import { ShopError } from '#domain/errors.ts';
import { type Pricing, priceOrder, samePricing } from '#domain/pricing.ts';
import { closedMessage, type Settings } from '#domain/settings.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/types.ts';
import { codeBuyer } from '../../discounts/code-buyer.ts';
import { redeemDiscount, redemptionWrites } from '../../discounts/uses.ts';
import { upsertAddress } from '../../people/addresses.ts';
import { holdAccount } from '../../people/hold-account.ts';
import { planOrderMails } from '../mail/order-mails.ts';
import { presentOrder } from '../present-order.ts';
import { claimKey, findClaim, findOrderEvenDeleted, insertOrder, type KeyClaim } from '../repo.ts';
import { insertSearchTexts } from '../search-text.ts';
import { tallyWrites } from '../tallies.ts';
import { askForPictures, checkPictures } from './claim-pictures.ts';
import { askHasOrdered } from './has-ordered.ts';
import { askForFlood, refuseFlood } from './refuse-flood.ts';
import { toRows, toStored } from './to-rows.ts';

export type PlacedOrder = {
  order: Order;
  /** The same request was answered before, and this is that order. */
  replayed: boolean;
};

export type OrderRequest = {
  body: CreateOrderBody;
  buyer: Buyer;
  /** Names this attempt, so that its repetition yields the same order. */
  key: string | null;
  /** Of the client that sends it. */
  address: string;
};

/**
 * Places an order, all or nothing: the key, the pictures, the code's use and the order are written
 * together with the mails that tell of it, at the shop's own price; an account's address is kept
 * for its next order.
 * @throws ShopError `unauthenticated`, `account_disabled`, `idempotency_key_reused`,
 *   `orders_closed`, `too_many_orders`, `image_not_found`, `image_already_ordered`, `discount_unavailable`,
 *   `price_changed`
 */
export async function placeOrder(context: Context, request: OrderRequest): Promise<PlacedOrder> {
  const id = context.newOrderId();
  const now = context.clock();
  const placed = await context.db.transaction(async (tx) => {
    const { body, buyer } = request;
    if (buyer) await holdAccount(context, tx, buyer);
    const email = buyer?.email ?? body.deliveryData.email;
    const claim = claimOf(request, id);
    const [claimed, saved, earlier, recent, taken] = await context.db.askTogether(tx, [
      claim && claimKey(tx, claim),
      context.settings.ask(tx),
      askHasOrdered(tx, { uid: buyer?.uid ?? null, email }),
      askForFlood(context, tx, { body, buyer, now }),
      askForPictures(context, tx, body.images, { at: now, owner: ownerOf(buyer), holding: claim }),
    ]);
    if (claim && claimed.length === 0) {
      return { order: await orderOfKey(context, tx, claim), replayed: true };
    }
    const { settings, termsVersion } = context.settings.answer(saved);
    refuseClosed(settings);
    refuseFlood(recent, now);
    const pictures = await checkPictures(tx, body.images, taken);
    const discount = await redeem(tx, { body, buyer, now, settings });
    const pricing = checkPricing({ body, discount, settings });
    const isReturning = earlier[0]?.found === 1;
    const agreed = { pricing, pictures, settings, termsVersion, isReturning };
    const rows = toRows({ id, now, body, buyer, ...agreed });
    const stored = toStored(rows);
    const { order } = stored;
    const held = { orderId: id, total: order.total_amount };
    const [shopEmail, { address }] = [settings.seller.email, request];
    const mails = await planOrderMails(context, tx, { order, address, shopEmail });
    await context.db.writeLast(tx, [
      ...insertOrder(tx, rows),
      ...(discount ? redemptionWrites(tx, { ...held, code: discount.code }) : []),
      ...(buyer ? [upsertAddress(tx, buyer.uid, body.deliveryData, now)] : []),
      insertSearchTexts(tx, [order]),
      ...mails,
      ...tallyWrites(context, tx, [{ order, by: 1 }]),
    ]);
    return { order: presentOrder(stored, settings.payment), replayed: false };
  });
  // A repetition has no mails, and is no rush.
  if (!placed.replayed) context.jobNotifier.notify('general');
  return placed;
}

/** Returns what a request claims with its key: the very same request has the same hash. */
function claimOf({ body, buyer, key }: OrderRequest, orderId: string): KeyClaim | null {
  if (key === null) return null;
  const requestHash = createHash('sha256')
    .update(JSON.stringify([buyer?.uid ?? null, body]))
    .digest('base64url');
  return { key, requestHash, orderId };
}

/**
 * Returns the order that this very request already became, from the bin too: its buyer asks what
 * became of it. @throws ShopError `idempotency_key_reused` when another request has the key
 */
async function orderOfKey({ settings }: Context, tx: Tx, claim: KeyClaim): Promise<Order> {
  const earlier = await findClaim(tx, claim.key);
  if (earlier.request_hash !== claim.requestHash) throw new ShopError('idempotency_key_reused');
  const stored = await findOrderEvenDeleted(tx, earlier.order_id);
  if (!stored) throw new Error('a key outlived its order');
  return presentOrder(stored, (await settings.read(tx)).settings.payment);
}

function refuseClosed({ notice }: Settings): void {
  if (notice.ordersClosed) throw new ShopError('orders_closed', { message: closedMessage(notice) });
}

type Redeeming = Pick<OrderRequest, 'body' | 'buyer'> & { now: number; settings: Settings };

/** Takes the code's use; a code that cannot be used comes with the price without it. */
async function redeem(tx: Tx, { body, buyer, now, settings }: Redeeming): Promise<Discount | null> {
  const { email, pricing: shown } = body.deliveryData;
  if (!shown.discountCode) return null;
  const pricing = price({ body, discount: null, settings });
  try {
    return await redeemDiscount(tx, {
      rawCode: shown.discountCode,
      now,
      orderTotal: pricing.imagesTotal,
      buyer: codeBuyer(buyer, email),
    });
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    throw new ShopError(error.code, { ...error.details, facts: { pricing } });
  }
}

type Priced = { body: CreateOrderBody; discount: Discount | null; settings: Settings };

/** @throws ShopError `price_changed` with the right figures when the buyer saw others */
function checkPricing(priced: Priced): Pricing {
  const pricing = price(priced);
  const { discountCode: _, ...shown } = priced.body.deliveryData.pricing;
  if (!samePricing(pricing, shown)) throw new ShopError('price_changed', { facts: { pricing } });
  return pricing;
}

function price({ body, discount, settings: { prices } }: Priced): Pricing {
  const { images, deliveryData: to } = body;
  return priceOrder({ images, to, discount, prices });
}
