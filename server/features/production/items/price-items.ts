import type { ChangedItem, ChangeItemsBody } from '#contract/production/items.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Discount } from '#domain/discounts/discounts.ts';
import type { Order, OrderItem } from '#domain/orders/order.ts';
import { type PriceList, shippingPrice } from '#domain/orders/prices.ts';
import {
  chargeKind,
  furtherCharges,
  hasFreeShippingCode,
  isAgreed,
  type OrderCost,
  priceAtTotal,
  priceOrder,
  shippingAmount,
  withShipping,
} from '#domain/orders/pricing.ts';
import { pricingQuoteOf } from '#domain/orders/quote.ts';
import {
  type ChosenPin,
  choosePin,
  findUnoffered,
  type PinLine,
  UNOFFERED,
} from '#domain/pins/choice.ts';
import type { OfferedPins } from '#domain/pins/pin.ts';
import { pinsOf, type Settings, shippingOf } from '#domain/settings/settings.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { findDiscount } from '#server/features/discounts/repo.ts';
import { validationError } from '#server/http/errors.ts';
import { priceListOf } from '#server/settings/shop-settings.ts';

/** An item as it will be; `kept` is the one that it was, null: it is new. */
export type ItemLine = PinLine & {
  sent: ChangedItem;
  kept: OrderItem | null;
  priceList: PriceList;
};

/** The price of a changed order. */
export type ItemsCost = OrderCost<ItemLine> & { agreedTotal: number | null };

type Offer = { list: PriceList; pins: OfferedPins };

/**
 * Returns the price of an order with other items: kept ones by the price list of their day, new ones
 * by today's, or by that of an accepted quote whose pictures are missing; the price tiers count all pins of a product. Shipping stays as it was, unless the
 * change makes it free or not.
 * @throws ShopError `validation_failed`, `product_unavailable` with the path of each item
 */
export async function priceItems(
  { settings }: Pick<Context, 'settings'>,
  tx: Tx,
  { order, body }: { order: Order; body: ChangeItemsBody },
): Promise<{ cost: ItemsCost; settings: Settings }> {
  const state = await settings.read(tx);
  const quoted = pricingQuoteOf(order);
  const today = quoted?.lines.length
    ? { list: quoted.priceList, pins: await settings.pinsOn(tx, quoted.priceList) }
    : { list: priceListOf(state), pins: pinsOf(state.settings) };
  const known = new Map([[JSON.stringify(today.list), today.pins]]);
  const lines: ItemLine[] = [];
  const wrong: [string, string][] = [];
  for (const [at, sent] of body.items.entries()) {
    const kept = sent.n === null ? null : order.items[sent.n - 1];
    if (kept === undefined) throw validationError({ [`items.${at}.n`]: NO_ITEM });
    const day = kept && { list: kept.priceList, pins: await pinsOn(kept.priceList) };
    const chosen = choose(sent, kept, { day, today });
    if (typeof chosen === 'string') wrong.push([`items.${at}.${chosen}`, UNOFFERED[chosen]]);
    else lines.push({ ...chosen, sent, kept, quantity: sent.quantity });
  }
  if (wrong.length > 0) {
    throw new ShopError('product_unavailable', { fields: Object.fromEntries(wrong) });
  }
  const { discountCode } = order.cost;
  // By its current terms.
  const code = discountCode === null ? null : await findDiscount(tx, discountCode);
  const discount = code?.discount ?? null;
  const cost = priceLines({ order, body, lines, discount, settings: state.settings });
  if (cost.totalAmount < 0) throw validationError({ charges: BELOW_ZERO });
  return { cost: { ...cost, agreedTotal: body.agreedTotal }, settings: state.settings };

  /** Items of one day have the same list. */
  async function pinsOn(list: PriceList): Promise<OfferedPins> {
    const key = JSON.stringify(list);
    const pins = known.get(key) ?? (await settings.pinsOn(tx, list));
    known.set(key, pins);
    return pins;
  }
}

const NO_ITEM = 'Este pedido no tiene esta imagen';
const BELOW_ZERO = 'El total no puede quedar bajo cero';

/** Returns the pin of an item and the list of its price, or what of it is not on offer. */
function choose(
  sent: ChangedItem,
  kept: OrderItem | null,
  { day, today }: { day: Offer | null; today: Offer },
): { pin: ChosenPin; priceList: PriceList } | 'product' | 'finish' {
  const product = sent.product ?? kept?.product.id ?? null;
  const isSameProduct = kept?.product.id === product;
  const finish = sent.finish ?? (isSameProduct ? kept?.finish?.id : null) ?? null;
  if (kept && isSameProduct && finish === (kept.finish?.id ?? null)) {
    return { pin: pinOfDay(kept, day?.pins ?? today.pins), priceList: kept.priceList };
  }
  const choice = { product, finish };
  const offer = [day, today].find((each) => each && findUnoffered(choice, each.pins) === null);
  if (!offer) return findUnoffered(choice, today.pins) ?? 'product';
  return { pin: choosePin(choice, offer.pins), priceList: offer.list };
}

/** Returns an item's pin with its prices of that day; without them, its price is that for any number. */
function pinOfDay({ product, finish, press, unitPrice }: OrderItem, pins: OfferedPins): ChosenPin {
  const offered = pins.find(({ id }) => id === product.id);
  const found = offered?.finishes.find(({ id }) => id === finish?.id);
  const isKnown = offered && (found || !finish);
  return {
    ...product,
    press,
    finishes: [],
    price: isKnown ? offered.price : { pin: unitPrice, steps: [] },
    finish: finish && { ...finish, extra: found?.extra ?? 0 },
  };
}

type Changed = {
  order: Order;
  body: ChangeItemsBody;
  lines: readonly ItemLine[];
  discount: Discount | null;
  settings: Settings;
};

function priceLines({ order, body, lines, discount, settings }: Changed): OrderCost<ItemLine> {
  const { delivery: to } = order;
  const { cost: before } = pricingQuoteOf(order) ?? order;
  const shipping = shippingOf(settings);
  const charges =
    body.charges?.map((charge) => ({ kind: chargeKind(charge.amount), ...charge })) ??
    furtherCharges(before).filter((charge) => !isAgreed(charge));
  const priced = priceOrder({ lines, to, discount, shipping, charges });
  // The prices of that day are not stored: what the change does to the shipping is told by today's.
  const priceOf = (worth: number) => shippingPrice(to, worth, shipping);
  const isAsBefore =
    before.pins > 0 &&
    before.agreedTotal === null &&
    hasFreeShippingCode(before) === hasFreeShippingCode(priced) &&
    priceOf(before.subtotalAfterDiscount) === priceOf(priced.subtotalAfterDiscount);
  const cost = isAsBefore ? withShipping(priced, shippingAmount(before)) : priced;
  return body.agreedTotal === null ? cost : priceAtTotal(cost, body.agreedTotal);
}
