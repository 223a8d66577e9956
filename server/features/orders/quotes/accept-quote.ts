import type { BodyOf } from '#contract/base/route.ts';
import type { acceptQuote as acceptQuoteCall } from '#contract/orders/quotes.ts';
import { dayOf } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import { transportDaysTo } from '#domain/delivery/promise.ts';
import type { Order } from '#domain/orders/order.ts';
import { furtherCharges } from '#domain/orders/pricing.ts';
import { kindOf, type Quote, type QuoteLine, quoteState } from '#domain/orders/quote.ts';
import { payByOf } from '#domain/payments/unpaid.ts';
import { choosePins, countPins } from '#domain/pins/choice.ts';
import { pinsOf, type Settings } from '#domain/settings/settings.ts';
import type { Context } from '#server/context.ts';
import { changeOrder, findOrderEvenDeleted } from '#server/features/orders/order.ts';
import { linkedOf, readQuoteToken } from '#server/features/orders/order-link.ts';
import {
  checkNeededBy,
  checkProducts,
  checkWay,
  claimPictures,
  type Images,
  type ImagesCost,
  priceOpened,
} from '#server/features/orders/place/check-and-price.ts';
import { costOf, guestOf, itemsOf } from '#server/features/orders/place/new-order.ts';
import { planOrderMails } from '#server/features/orders/place/plan-mails.ts';
import { createCompleteLink } from '#server/features/orders/stored-links.ts';
import { validationError } from '#server/http/errors.ts';
import { priceListOf } from '#server/settings/shop-settings.ts';

type Quoted = { order: Order; quote: Quote };

/** Returns the quote of a link, even one that has ended. @throws ShopError `not_found` */
export async function findQuote(context: Context, token: string): Promise<Quoted> {
  const linked = readQuoteToken(context, token);
  const order = await findOrderEvenDeleted(context.db.queries, linked?.id ?? '');
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
    const { quote } = before;
    const now = context.clock();
    if (!quote) throw new ShopError('not_found');
    // Another tab may have accepted it since.
    refuseEnded({ order: before, quote }, now);
    const offer = await context.settings.read(tx);
    const { settings, termsVersion } = offer;
    checkWay({ deliveryData }, settings);
    const delivery = checkNeededBy(deliveryData, settings.delivery, now);
    const owner = { ...before.owner, ...guestOf(delivery.email) };
    const claiming = { at: now, owner: { uid: null, guestEmail: null }, keyClaim: null };
    const pictures = await claimPictures(tx, { images, settings }, claiming);
    checkProducts(images, settings);
    const priced = priceAsQuoted(quote, { images, deliveryData, settings });
    const isComplete = images.length > 0;
    if (!isComplete) link = await createCompleteLink(context, tx, { orderId: id, now });
    return {
      set: {
        quote: { ...quote, acceptedAt: now },
        delivery,
        owner,
        notes: { ...before.notes, buyer: delivery.notes },
        items: itemsOf(priced, pictures, priceListOf(offer)),
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

type Ordered = { images: Images; deliveryData: Order['delivery']; settings: Settings };

/** Returns the quoted price for the pictures; without any, the order costs the quoted total. */
function priceAsQuoted({ lines, cost }: Quote, ordered: Ordered): ImagesCost {
  const { images, deliveryData, settings } = ordered;
  if (images.length === 0 || lines.length === 0) {
    const body = { images, deliveryData };
    const charges = furtherCharges(cost);
    return priceOpened({ body, settings, agreedTotal: cost.totalAmount, charges });
  }
  const chosen = choosePins(images, pinsOf(settings)).map((image) => {
    const { pin } = image;
    const kind = kindOf({ product: pin, finish: pin.finish });
    const quoted = lines.filter((line) => kindOf(line) === kind);
    return { ...image, kind, unitPrice: quoted[0]?.unitPrice ?? 0 };
  });
  const ofKind = (kind: string) => countPins(chosen.filter((image) => image.kind === kind));
  const kinds = new Set([...lines.map(kindOf), ...chosen.map(({ kind }) => kind)]);
  for (const kind of kinds) {
    const quoted = countQuoted(lines, kind);
    if (ofKind(kind) !== quoted) {
      throw validationError({ images: `Las imágenes deben sumar los pines cotizados: ${quoted}` });
    }
  }
  return { ...cost, lines: chosen.map(({ kind: _, ...image }) => image) };
}

function countQuoted(lines: readonly QuoteLine[], kind: string): number {
  return lines
    .filter((line) => kindOf(line) === kind)
    .reduce((sum, { quantity }) => sum + quantity, 0);
}
