import type { BodyOf } from '#contract/base/route.ts';
import type { acceptQuote as acceptQuoteCall } from '#contract/orders/quotes.ts';
import { dayOf } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import { transportDaysTo } from '#domain/delivery/promise.ts';
import type { Order } from '#domain/orders/order.ts';
import { type Quote, quoteState } from '#domain/orders/quote.ts';
import { payByOf } from '#domain/payments/unpaid.ts';
import type { Context } from '#server/context.ts';
import { changeOrder, findOrderEvenDeleted } from '#server/features/orders/order.ts';
import { linkedOf, readQuoteToken } from '#server/features/orders/order-link.ts';
import {
  checkNeededBy,
  checkProducts,
  checkWay,
  claimPictures,
} from '#server/features/orders/place/check-and-price.ts';
import { costOf, guestOf, itemsOf } from '#server/features/orders/place/new-order.ts';
import { planOrderMails } from '#server/features/orders/place/plan-mails.ts';
import { createCompleteLink } from '#server/features/orders/stored-links.ts';
import { pinsOfQuote, priceAsQuoted } from './quote-prices.ts';

type Quoted = { order: Order; quote: Quote };

/** Returns the quote of a link, even one that has ended. @throws ShopError `not_found` */
export async function findQuote(context: Context, token: string): Promise<Quoted> {
  const { id = '' } = readQuoteToken(context, token) ?? {};
  return quotedBy(context, token, await findOrderEvenDeleted(context.db.queries, id));
}

/** @throws ShopError `not_found` unless the token is that of the order's quote */
function quotedBy(context: Context, token: string, order: Order | null): Quoted {
  const linked = readQuoteToken(context, token);
  if (!order?.quote || linkedOf(order).linksEnded !== linked?.linksEnded) {
    throw new ShopError('not_found', { message: 'No encontramos esta cotización' });
  }
  return { order, quote: order.quote };
}

/** `address` is the client's IP address. */
type Accepted = BodyOf<typeof acceptQuoteCall> & { address: string };

/**
 * Turns a quote into an order at its prices; of two clients at once, one succeeds.
 * @returns the order, and the link that adds its pictures; null: it has them
 * @throws ShopError `not_found`, `quote_ended`, `delivery_unavailable`, `product_unavailable`,
 *   `image_not_found`, `image_already_ordered`, `validation_failed`
 */
export async function acceptQuote(
  context: Context,
  { token, deliveryData, images, address }: Accepted,
): Promise<{ order: Order; link: string | null }> {
  const found = await findQuote(context, token);
  refuseEnded(found, context.clock());
  const { id } = found.order;
  let link: string | null = null;
  const order = await changeOrder(context, { id, by: null, version: null }, async (before, tx) => {
    const now = context.clock();
    // Since it was read, another tab may have accepted it, or the links have ended.
    const quoted = quotedBy(context, token, before);
    refuseEnded(quoted, now);
    const { quote } = quoted;
    const { settings, termsVersion } = await context.settings.read(tx);
    checkWay({ deliveryData }, settings);
    const delivery = checkNeededBy(deliveryData, settings.delivery, now);
    const owner = { ...before.owner, ...guestOf(delivery.email) };
    const claiming = { at: now, owner: { uid: null, guestEmail: null }, keyClaim: null };
    const pictures = await claimPictures(tx, { images, settings }, claiming);
    const offered = await pinsOfQuote(context, tx, quote);
    checkProducts(images, offered);
    const priced = priceAsQuoted(quote, { images, deliveryData, settings, offered });
    const isComplete = images.length > 0;
    if (!isComplete) link = await createCompleteLink(context, tx, { orderId: id, now });
    return {
      set: {
        quote: { ...quote, acceptedAt: now },
        delivery,
        owner,
        notes: { ...before.notes, buyer: delivery.notes },
        items: itemsOf(priced, pictures, quote.priceList),
        cost: {
          ...costOf(priced),
          agreedTotal: isComplete ? quote.cost.agreedTotal : priced.totalAmount,
        },
        promise: {
          ...before.promise,
          transportDays: transportDaysTo(delivery, settings.delivery.regionDays),
        },
        termsVersion,
        payBy: isComplete ? payByOf(now, settings.unpaid) : null,
        completeSince: now,
      },
      action: 'quote_accepted',
      changes: [{ field: 'totalAmount', from: 0, to: priced.totalAmount }],
      mails: () =>
        isComplete
          ? planOrderMails(context, tx, { order: { ...before, delivery, owner }, address, now })
          : Promise.resolve([{ kind: 'pictures_wanted' } as const]),
    };
  });
  return { order, link };
}

function refuseEnded({ order, quote }: Quoted, now: number): void {
  if (quoteState(quote, order, dayOf(now)) !== 'open') throw new ShopError('quote_ended');
}
