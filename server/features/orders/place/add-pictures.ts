import type { BodyOf } from '#contract/base/route.ts';
import type * as calls from '#contract/orders/opened-orders.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { NamedWay } from '#domain/delivery/ways.ts';
import { pricePayments } from '#domain/orders/order-money.ts';
import { furtherCharges } from '#domain/orders/pricing.ts';
import { type QuoteLine, quotedKinds } from '#domain/orders/quote.ts';
import { isEnded } from '#domain/orders/status.ts';
import { payByOf } from '#domain/payments/unpaid.ts';
import { pinsOf } from '#domain/settings/settings.ts';
import { diff } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Queries } from '#server/db/types.ts';
import { presentWay } from '#server/features/delivery/columns.ts';
import { changeOrder, findLiveOrder } from '#server/features/orders/order.ts';
import { readToken } from '#server/features/orders/order-link.ts';
import { pinsOfQuote, priceAsQuoted } from '#server/features/orders/quotes/quote-prices.ts';
import { endLinks, findLink, type OrderLink } from '#server/features/orders/stored-links.ts';
import { priceListOf } from '#server/settings/shop-settings.ts';
import { checkProducts, checkQuantities, claimPictures, priceOpened } from './check-and-price.ts';
import { costOf, itemsOf } from './new-order.ts';
import { planOrderMails } from './plan-mails.ts';

const purpose = 'complete';
const DEAD_LINK =
  'Este enlace ya no agrega imágenes: ya se usó, venció o no está completo. Escríbenos y lo vemos';

type OpenedOrder = { orderId: string; agreedTotal: number | null; quoted?: QuoteLine[] } & Pick<
  NamedWay,
  'way' | 'payShipping'
>;

/** Returns the order of a link for adding pictures. @throws ShopError `not_found`, `order_ended` */
export async function viewOpenedOrder(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  token: string,
): Promise<OpenedOrder> {
  const { orderId } = await readLink(db.queries, token, clock());
  const order = await findLiveOrder(db.queries, orderId);
  if (!order) throw new ShopError('not_found', { message: DEAD_LINK });
  refuseEnded(order);
  const { way, payShipping } = presentWay(order.delivery).deliveryData ?? {};
  const { cost, quote } = order;
  const quoted = quote && { quoted: [...quotedKinds(quote.lines).values()] };
  return { orderId, agreedTotal: cost.agreedTotal, ...quoted, way, payShipping };
}

/** `address` is the client's IP address. */
type Added = BodyOf<typeof calls.addPictures> & { address: string };

/**
 * Adds the pictures to an order that the shop opened, and ends its link: the order is complete.
 * Buyer and shop are mailed as for any new order.
 * @returns the token that shows the order
 * @throws ShopError `not_found`, `order_ended`, `image_not_found`, `image_already_ordered`,
 *   `product_unavailable`, `validation_failed` unless an accepted quote has these pins
 */
export async function addPictures(
  context: Context,
  { token, images, address }: Added,
): Promise<string> {
  const { db, clock } = context;
  const { orderId } = await readLink(db.queries, token, clock());
  const target = { id: orderId, by: null, version: null };
  await changeOrder(context, target, async (order, tx) => {
    // Checked again under the lock: another tab may have used the link.
    await readLink(tx, token, clock());
    refuseEnded(order);
    if (!order.quote) checkQuantities(images);
    const offer = await context.settings.read(tx);
    const { settings } = offer;
    const now = clock();
    const owner = { uid: null, guestEmail: null };
    const pictures = await claimPictures(
      tx,
      { images, settings },
      { at: now, owner, keyClaim: null },
    );
    const { quote, delivery: deliveryData } = order;
    const offered = quote ? await pinsOfQuote(context, tx, quote) : pinsOf(settings);
    checkProducts(images, offered);
    const { agreedTotal } = (quote ?? order).cost;
    const charges = furtherCharges(order.cost);
    const cost = quote
      ? priceAsQuoted(quote, { images, deliveryData, settings, offered })
      : priceOpened({ body: { images, deliveryData }, settings, agreedTotal, charges });
    await endLinks(tx, orderId, purpose);
    return {
      set: {
        items: itemsOf(cost, pictures, quote?.priceList ?? priceListOf(offer)),
        cost: { ...costOf(cost), agreedTotal },
        payments: pricePayments(order, cost.totalAmount),
        payBy: payByOf(now, settings.unpaid),
        completeSince: now,
      },
      action: 'pictures_added',
      changes: [
        { field: 'pins', from: 0, to: cost.pins },
        // A quote's total stays.
        ...diff('totalAmount', order.cost.totalAmount, cost.totalAmount),
      ],
      mails: () => planOrderMails(context, tx, { order, address, now }),
    };
  });
  return readToken(context, orderId);
}

async function readLink(db: Queries, token: string, now: number): Promise<OrderLink> {
  const link = await findLink(db, token, { purpose, now });
  if (!link) throw new ShopError('not_found', { message: DEAD_LINK });
  return link;
}

function refuseEnded({ status }: { status: string }): void {
  if (isEnded(status)) throw new ShopError('order_ended');
}
