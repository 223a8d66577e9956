import { isDeepStrictEqual } from 'node:util';
import type { OrderTerms } from '#contract/orders/order-terms.ts';
import type { CreateOrderBody } from '#contract/orders/orders.ts';
import { toPricing } from '#contract/orders/pricing.ts';
import type { SentPricing } from '#contract/orders/sent-pricing.ts';
import { WRONG_QUANTITY } from '#contract/pins/pins.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Delivery } from '#domain/delivery/delivery.ts';
import { isAheadOrNone, NOT_AHEAD } from '#domain/delivery/needed-by.ts';
import { findUnofferedWay, offeredWays, type WayChoice } from '#domain/delivery/ways.ts';
import { type Discount, NO_SHIPPING } from '#domain/discounts/discounts.ts';
import type { Destination } from '#domain/orders/prices.ts';
import { type Charge, type OrderCost, priceAtTotal, priceOrder } from '#domain/orders/pricing.ts';
import type { Buyer } from '#domain/people/buyer.ts';
import {
  choosePins,
  findUnoffered,
  listKinds,
  namesPin,
  type PinLine,
  type ProductChoice,
  UNOFFERED,
} from '#domain/pins/choice.ts';
import type { Crop } from '#domain/pins/crops.ts';
import type { OfferedPins } from '#domain/pins/pin.ts';
import { isQuantity } from '#domain/pins/quantity.ts';
import { pinsOf, type Settings, shippingOf } from '#domain/settings/settings.ts';
import type { Tx } from '#server/db/types.ts';
import { codeBuyer, redeemDiscount } from '#server/features/discounts/uses.ts';
import {
  type Claim,
  type ClaimedUpload,
  claimUploads,
  knownUploads,
  startsOf,
} from '#server/features/uploads/repo.ts';
import { pictureId } from '#server/features/uploads/urls.ts';
import { validationError } from '#server/http/errors.ts';

/** A picture that an order has claimed, and its initial crop. */
export type ClaimedPicture = { id: string; start: Crop | null };

export type Images = CreateOrderBody['images'];
type Request = { body: CreateOrderBody; buyer: Buyer };

/** Returns the ids of an order's pictures, each once. */
export function uploadsOf(images: Images): string[] {
  return [...new Set(idsOf(images))].filter((id) => id !== null);
}

/** Returns the ids of pictures by their URLs; null for a URL of another site. */
function idsOf(images: Images): (string | null)[] {
  return images.map(({ imageUrl }) => pictureId(imageUrl));
}

type Ordered = { images: Images; settings: Settings };

/**
 * Checks that an order has claimed all its pictures. A picture may be in several items; in a shop
 * with one product, all but one of these items must name the product.
 * @param rows the results of `claimUploads`
 * @returns the pictures in the sequence of `images`
 * @throws ShopError `image_not_found` or `image_already_ordered`, with each picture's path
 */
export async function checkPictures(
  tx: Tx,
  { images, settings }: Ordered,
  rows: readonly ClaimedUpload[],
): Promise<ClaimedPicture[]> {
  const ids = idsOf(images);
  const ours = ids.filter((id) => id !== null);
  const claimed = startsOf(rows);
  const pictures = ours.map((id) => ({ id, start: claimed.get(id) ?? null }));
  if (claimed.size === images.length) return pictures;

  const known = ours.length > 0 ? await knownUploads(tx, ours) : new Set<string>();
  refuse('image_not_found', ids, (id) => id === null || !known.has(id));
  const hasKinds = listKinds(pinsOf(settings)).length > 1;
  const unnamed = images.map((image, at) => (hasKinds || namesPin(image) ? null : ids[at]));
  const isTaken = (id: string | null, at: number) =>
    !claimed.has(id ?? '') || (unnamed[at] === id && unnamed.indexOf(id) < at);
  refuse('image_already_ordered', ids, isTaken);
  return pictures;
}

/**
 * Claims the pictures of an order.
 * @throws ShopError `image_not_found` or `image_already_ordered`, with each picture's path
 */
export async function claimPictures(
  tx: Tx,
  ordered: Ordered,
  claim: Omit<Claim, 'ids'>,
): Promise<ClaimedPicture[]> {
  const ids = uploadsOf(ordered.images);
  const claimed = ids.length > 0 ? (await claimUploads({ ...claim, ids }).execute(tx)).rows : [];
  return checkPictures(tx, ordered, claimed);
}

function refuse(
  code: 'image_not_found' | 'image_already_ordered',
  ids: readonly (string | null)[],
  isWrong: (id: string | null, position: number) => boolean,
): void {
  const wrong = ids.flatMap((id, at) => (isWrong(id, at) ? [at] : []));
  if (wrong.length === 0) return;
  const text = {
    image_not_found: 'Esta imagen ya no está disponible',
    image_already_ordered: 'Esta imagen ya es parte de un pedido',
  };
  throw new ShopError(code, {
    fields: Object.fromEntries(wrong.map((at) => [`images.${at}.imageUrl`, text[code]])),
  });
}

/** @throws ShopError `product_unavailable` with the path of each item that is not on offer */
export function checkProducts(
  images: readonly ProductChoice[],
  offered: OfferedPins,
  path = 'images',
): void {
  const wrong = images.flatMap((image, at) => {
    const part = findUnoffered(image, offered);
    return part ? [[`${path}.${at}.${part}`, UNOFFERED[part]]] : [];
  });
  if (wrong.length > 0) {
    throw new ShopError('product_unavailable', { fields: Object.fromEntries(wrong) });
  }
}

/**
 * Checks the quantities that a buyer chose; a quote of pins has its own.
 * @throws ShopError `validation_failed` with the path of each wrong one
 */
export function checkQuantities(images: Images): void {
  const wrong = images.flatMap(({ quantity }, at) =>
    isQuantity(quantity) ? [] : [[`images.${at}.quantity`, WRONG_QUANTITY]],
  );
  if (wrong.length > 0) throw validationError(Object.fromEntries(wrong));
}

/** @throws ShopError `delivery_unavailable` with the field whose value is not on offer */
export function checkWay({ deliveryData }: { deliveryData: WayChoice }, settings: Settings): void {
  const wrong = findUnofferedWay(deliveryData, offeredWays(settings));
  if (!wrong) return;
  const fields = { [`deliveryData.${wrong.field}`]: wrong.message };
  throw new ShopError('delivery_unavailable', { fields });
}

/**
 * Returns an order's delivery without a day if the shop asks for none.
 * @throws ShopError `validation_failed` for a day in the past
 */
export function checkNeededBy<Sent extends Pick<Delivery, 'neededBy'>>(
  delivery: Sent,
  { asksForDay }: Settings['delivery'],
  now: number,
): Sent {
  const neededBy = asksForDay ? delivery.neededBy : null;
  if (isAheadOrNone(neededBy, now)) return { ...delivery, neededBy };
  throw validationError({ 'deliveryData.neededBy': NOT_AHEAD });
}

/** The price of a body's items, each with its product. */
export type ImagesCost = OrderCost<Images[number] & PinLine>;

type Priced = Request & {
  now: number;
  settings: Settings;
  /** The current terms if the buyer saw others: an error about the price includes them. */
  terms: OrderTerms | null;
};

/**
 * Uses an order's code, if it has one, and checks the price that its buyer has seen.
 * @throws ShopError `discount_unavailable` with the price without the code; `price_changed` with
 *   the correct amounts if the buyer saw others
 */
export async function redeemAndPrice(
  tx: Tx,
  request: Priced,
): Promise<{ discount: Discount | null; cost: ImagesCost }> {
  const discount = await redeem(tx, request);
  const cost = priceBody(request, discount);
  const { pricing: shown } = request.body.deliveryData;
  if (!isDeepStrictEqual(withoutCode(toPricing(cost)), withoutCode(shown))) {
    throw new ShopError('price_changed', { facts: factsOf(request, cost) });
  }
  return { discount, cost };
}

/** Returns what is compared of a price: its code is redeemed by its own rules. */
function withoutCode({ discountCode: _, charges, ...figures }: SentPricing) {
  return { ...figures, charges: charges ?? [] };
}

async function redeem(tx: Tx, request: Priced): Promise<Discount | null> {
  const { email, pricing: shown } = request.body.deliveryData;
  if (!shown.discountCode) return null;
  const cost = priceBody(request, null);
  try {
    const discount = await redeemDiscount(tx, {
      rawCode: shown.discountCode,
      now: request.now,
      orderTotal: cost.imagesTotal,
      products: cost.lines.map(({ pin }) => pin.id),
      buyer: codeBuyer(request.buyer, email),
    });
    // The refusal gives the use back.
    if (priceBody(request, discount).discountCode === null) {
      throw new ShopError('discount_unavailable', { message: NO_SHIPPING });
    }
    return discount;
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    throw new ShopError(error.code, { ...error.details, facts: factsOf(request, cost) });
  }
}

function factsOf({ terms }: Priced, cost: OrderCost) {
  return { pricing: toPricing(cost), ...(terms ? { terms } : {}) };
}

type PricedBody = {
  body: { images: Images; deliveryData: Destination };
  settings: Settings;
  /** Charges besides the shipping; left out: none. */
  charges?: readonly Charge[];
};

/** Returns the price of a body's items by the shop's settings. */
export function priceBody(
  { body, settings, charges = [] }: PricedBody,
  discount: Discount | null,
): ImagesCost {
  const { images, deliveryData: to } = body;
  const lines = choosePins(images, pinsOf(settings));
  return priceOrder({ lines, to, discount, shipping: shippingOf(settings), charges });
}

/**
 * Returns the price of an order that the shop opened: zero without pictures and an agreed total.
 */
export function priceOpened(request: PricedBody & { agreedTotal: number | null }): ImagesCost {
  const cost = priceBody(request, null);
  const { agreedTotal, body } = request;
  if (agreedTotal === null && body.images.length > 0) return cost;
  return priceAtTotal(cost, agreedTotal ?? 0);
}
