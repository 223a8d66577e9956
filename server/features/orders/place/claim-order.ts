import type { OrderTerms } from '#contract/order-terms.ts';
import type { CreateOrderBody } from '#contract/orders.ts';
import { samePricing, toPricing } from '#contract/pricing.ts';
import type { Buyer } from '#domain/buyer.ts';
import type { Discount } from '#domain/discounts.ts';
import { ShopError } from '#domain/errors.ts';
import {
  choosePins,
  findUnoffered,
  listKinds,
  namesPin,
  type PinLine,
} from '#domain/pins/choice.ts';
import type { Crop } from '#domain/pins/crops.ts';
import type { Destination } from '#domain/prices.ts';
import { type OrderCost, priceAtTotal, priceOrder } from '#domain/pricing.ts';
import { pinsOf, type Settings, shippingOf } from '#domain/settings.ts';
import { findUnofferedWay, offeredWays, type WayChoice } from '#domain/ways.ts';
import type { Tx } from '#server/db/types.ts';
import { codeBuyer, redeemDiscount } from '#server/features/discounts/uses.ts';
import {
  type Claim,
  type ClaimedUpload,
  claimUpload,
  knownUploads,
  startsOf,
} from '#server/features/uploads/repo.ts';
import { pictureId } from '#server/features/uploads/urls.ts';

/** A picture that an order has claimed, and the crop it starts with. */
export type ClaimedPicture = { id: string; start: Crop | null };

export type Images = CreateOrderBody['images'];
type Request = { body: CreateOrderBody; buyer: Buyer };

/** Returns the ids of pictures by their addresses; null where an address is none of ours. */
export function idsOf(images: Images): (string | null)[] {
  return images.map(({ imageUrl }) => pictureId(imageUrl));
}

type Ordered = { images: Images; settings: Settings };

/**
 * Checks that an order has claimed all its pictures. A picture may come as several pins: in a shop that
 * offers one alone, each but one of them says so.
 * @param rows what `claimUpload` returned
 * @returns them in the order in which they were sent
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
 * Claims the pictures of an order one by one, where nothing else is done meanwhile.
 * @throws ShopError `image_not_found` or `image_already_ordered`, with each picture's path
 */
export async function claimPictures(
  tx: Tx,
  ordered: Ordered,
  claim: Omit<Claim, 'id'>,
): Promise<ClaimedPicture[]> {
  const ids = new Set(idsOf(ordered.images).filter((id) => id !== null));
  const claimed: ClaimedUpload[] = [];
  // Sorted: rivals wait for each other, and never deadlock.
  for (const id of [...ids].sort()) {
    const { rows } = await claimUpload({ ...claim, id }).execute(tx);
    claimed.push(...rows);
  }
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

const UNOFFERED = {
  product: 'Este pin ya no se ofrece',
  finish: 'Este pin ya no se ofrece así',
};

/** @throws ShopError `product_unavailable` with the path of each that is not on offer */
export function checkProducts(images: Images, settings: Settings): void {
  const offered = pinsOf(settings);
  const wrong = images.flatMap((image, at) => {
    const part = findUnoffered(image, offered);
    return part ? [[`images.${at}.${part}`, UNOFFERED[part]]] : [];
  });
  if (wrong.length > 0) {
    throw new ShopError('product_unavailable', { fields: Object.fromEntries(wrong) });
  }
}

/** @throws ShopError `delivery_unavailable` with the field that is not on offer */
export function checkWay({ deliveryData }: { deliveryData: WayChoice }, settings: Settings): void {
  const wrong = findUnofferedWay(deliveryData, offeredWays(settings));
  if (!wrong) return;
  const fields = { [`deliveryData.${wrong.field}`]: wrong.message };
  throw new ShopError('delivery_unavailable', { fields });
}

/** What the pictures of a body cost, each with its pin. */
export type ImagesCost = OrderCost<Images[number] & PinLine>;

type Priced = Request & {
  now: number;
  settings: Settings;
  /** Today's, where the buyer saw others: a refusal names them with the price. */
  terms: OrderTerms | null;
};

/**
 * Takes a use of an order's code, where it has one, and checks the price that its buyer has seen.
 * @throws ShopError `discount_unavailable` with the price without it; `price_changed` with the right
 *   figures when the buyer saw others
 */
export async function redeemAndPrice(
  tx: Tx,
  request: Priced,
): Promise<{ discount: Discount | null; cost: ImagesCost }> {
  const discount = await redeem(tx, request);
  const cost = priceBody(request, discount);
  const { discountCode: _, ...shown } = request.body.deliveryData.pricing;
  if (!samePricing(toPricing(cost), shown)) {
    throw new ShopError('price_changed', { facts: factsOf(request, cost) });
  }
  return { discount, cost };
}

async function redeem(tx: Tx, request: Priced): Promise<Discount | null> {
  const { email, pricing: shown } = request.body.deliveryData;
  if (!shown.discountCode) return null;
  const cost = priceBody(request, null);
  try {
    return await redeemDiscount(tx, {
      rawCode: shown.discountCode,
      now: request.now,
      orderTotal: cost.imagesTotal,
      products: cost.lines.map(({ pin }) => pin.id),
      buyer: codeBuyer(request.buyer, email),
    });
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    throw new ShopError(error.code, { ...error.details, facts: factsOf(request, cost) });
  }
}

function factsOf({ terms }: Priced, cost: OrderCost) {
  return { pricing: toPricing(cost), ...(terms ? { terms } : {}) };
}

type PricedBody = { body: { images: Images; deliveryData: Destination }; settings: Settings };

/** Returns what the pictures of a body cost by the shop's settings. */
export function priceBody({ body, settings }: PricedBody, discount: Discount | null): ImagesCost {
  const { images, deliveryData: to } = body;
  const lines = choosePins(images, pinsOf(settings));
  return priceOrder({ lines, to, discount, shipping: shippingOf(settings) });
}

/** Returns what an order that the shop opened costs; without pictures and an agreed total, nothing yet. */
export function priceOpened(request: PricedBody & { agreedTotal: number | null }): ImagesCost {
  const cost = priceBody(request, null);
  const { agreedTotal, body } = request;
  if (agreedTotal === null && body.images.length > 0) return cost;
  return priceAtTotal(cost, agreedTotal ?? 0);
}
