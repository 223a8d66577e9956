import type { OpenOrderBody } from '#contract/orders/opened-orders.ts';
import type { AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import type { Discount } from '#domain/discounts/discounts.ts';
import { pinsOf, type Settings } from '#domain/settings/settings.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import { runAll } from '#server/db/pipeline.ts';
import type { Tx } from '#server/db/types.ts';
import { insertRedemption } from '#server/features/discounts/uses.ts';
import { enqueueMail } from '#server/features/mail/enqueue-mail.ts';
import { linkedOf, orderUrl, quoteUrl } from '#server/features/orders/order-link.ts';
import { makeQuote } from '#server/features/orders/quotes/quote-prices.ts';
import { createCompleteLink, readCompleteLink } from '#server/features/orders/stored-links.ts';
import { insertOrders } from '#server/features/orders/write-order.ts';
import { priceListOf } from '#server/settings/shop-settings.ts';
import {
  checkNeededBy,
  checkProducts,
  checkWay,
  claimPictures,
  type ImagesCost,
  priceOpened,
  redeemAndPrice,
} from './check-and-price.ts';
import { claimKey, findClaimed, insertKey, type KeyClaim } from './idempotency.ts';
import { newOrder } from './new-order.ts';
import { selectReturning } from './place-order.ts';

type OpenedOrder = {
  order: AdminOrderDetail;
  /** The buyer's link: to add the pictures, or to see the order if it has them. */
  link: string;
  /** True: the request is a repetition, and this is the order that it opened before. */
  replayed: boolean;
};

type Request = {
  body: OpenOrderBody;
  /** The admin's uid. */
  by: string;
  /** Idempotency key: a repetition returns the same order. */
  key: string | null;
};

/** It may only claim pictures that no order has. */
const NO_OWNER = { uid: null, guestEmail: null };

/**
 * Opens an order on behalf of a guest, in one transaction: at the shop's prices or an agreed total,
 * with pictures or waiting for them. Its buyer is mailed if there is an e-mail.
 * @throws ShopError `idempotency_key_reused`, `image_not_found`, `image_already_ordered`,
 *   `discount_unavailable`, `product_unavailable`, `delivery_unavailable`, `price_changed`
 */
export async function openOrder(context: Context, request: Request): Promise<OpenedOrder> {
  const now = context.clock();
  const id = context.newOrderId();
  const { body, by } = request;
  const claim = claimKey(request.key, id, ['panel', by, body]);
  return context.db.transaction(async (tx): Promise<OpenedOrder> => {
    if (claim && (await insertKey(tx, claim).execute()).length === 0) {
      return { ...(await readEarlier(context, tx, claim)), replayed: true };
    }
    const offer = await context.settings.read(tx);
    const { settings, termsVersion } = offer;
    const { images } = body;
    const claiming = { at: now, owner: NO_OWNER, keyClaim: null };
    const pictures = await claimPictures(tx, { images, settings }, claiming);
    checkProducts(images, pinsOf(settings));
    checkWay(body, settings);
    const deliveryData = checkNeededBy(body.deliveryData, settings.delivery, now);
    const priceList = priceListOf(offer);
    const quote = makeQuote(body, { settings, priceList, now });
    const priced = quote ? { ...body, agreedTotal: null } : body;
    const { cost, discount } = await price(tx, { body: priced, now, settings });
    const asGuest = { body: { deliveryData }, buyer: null };
    const { rows: earlier } = await selectReturning(asGuest).execute(tx);
    const order = newOrder({
      ...{
        id,
        now,
        ...asGuest,
        isReturning: earlier.length > 0,
        cost,
        pictures,
        settings,
        termsVersion,
      },
      ...{ priceList, proof: context.config.proof },
      opened: { total: priced.agreedTotal },
      quote,
    });
    const { totalAmount: total, pins } = order.cost;
    await runAll(tx, [
      ...insertOrders(tx, [order]),
      ...(discount ? insertRedemption(tx, { orderId: id, total, code: discount.code }) : []),
    ]);
    const changes = [
      { field: 'pins', to: pins },
      { field: 'totalAmount', to: total },
    ];
    const note = { by, entity: 'order', entityId: id, action: 'order_opened' } as const;
    await writeAudit(tx, { ...note, changes, version: order.version }, now);
    const isComplete = pins > 0;
    const link = quote
      ? quoteUrl(context, linkedOf(order))
      : isComplete
        ? orderUrl(context, linkedOf(order))
        : await createCompleteLink(context, tx, { orderId: id, now });
    if (order.delivery.email !== null) {
      const kind = quote ? 'quote_sent' : isComplete ? 'order_received' : 'pictures_wanted';
      await enqueueMail(tx, { kind, orderId: id }, now);
    }
    return { order: await context.detailOf(tx, order), link, replayed: false };
  });
}

type Priced = { body: OpenOrderBody; now: number; settings: Settings };

/** Computes the price, and checks it against the price that the owner saw, if sent. */
async function price(
  tx: Tx,
  { body, now, settings }: Priced,
): Promise<{ discount: Discount | null; cost: ImagesCost }> {
  const { images, agreedTotal, deliveryData } = body;
  const { pricing, ...delivery } = deliveryData;
  if (images.length === 0 || agreedTotal !== null || pricing === null) {
    return { discount: null, cost: priceOpened({ body, settings, agreedTotal }) };
  }
  const priced = { images, deliveryData: { ...delivery, pricing } };
  return redeemAndPrice(tx, { body: priced, buyer: null, now, settings, terms: null });
}

async function readEarlier(context: Context, tx: Tx, claim: KeyClaim) {
  const order = await findClaimed(tx, claim);
  const link = order.quote
    ? quoteUrl(context, linkedOf(order))
    : ((await readCompleteLink(context, tx, order.id)) ?? orderUrl(context, linkedOf(order)));
  return { order: await context.detailOf(tx, order), link };
}
