import { type Discount, discountAmount, missingAmount } from './discounts.ts';
import { countPins, type PricedChoice, priceImages } from './pins/choice.ts';
import { unitPrice } from './pins/pin.ts';
import type { Prices } from './prices.ts';

export const CHILLAN_SHIPPING_LABEL = 'Envío con descuento por ser de Chillán';

/** What an order costs. Every amount is in whole pesos. */
export type Pricing = {
  /** Pins in all: the sum of the quantities. */
  imagesCount: number;
  /** Different pictures. */
  uniqueImages: number;
  pricePerImage: number;
  imagesTotal: number;
  /** Only when a discount is applied. */
  discountCode?: string;
  discountAmount: number;
  subtotalAfterDiscount: number;
  shippingCost: number;
  totalAmount: number;
};

/** Where a parcel goes: the code of the region, empty while that is unknown, and the city's name. */
export type Destination = { region: string; city: string };

export type PricingInput = {
  images: readonly PricedChoice[];
  to: Destination;
  discount?: Discount | null;
  prices: Prices;
};

/** Tells whether a city gets the local shipping price (Chillán or Chillan in any case). */
export function isChillan(city: string): boolean {
  return /chill[aá]n/i.test(city.normalize('NFC'));
}

/** @returns the shipping cost in pesos; `worth` is what the pins cost, discounts taken off */
export function shippingCost({ region, city }: Destination, worth: number, prices: Prices): number {
  const { freeShippingFrom, shippingByRegion } = prices;
  if (freeShippingFrom !== null && worth >= freeShippingFrom) return 0;
  if (isChillan(city)) return prices.shippingChillan;
  return shippingByRegion.find((one) => one.region === region)?.price ?? prices.shipping;
}

/** Tells whether a code made the shipping free: every other code takes something off the pins. */
export function hasFreeShippingCode({ discountCode, ...figures }: Discounted): boolean {
  return Boolean(discountCode) && figures.discountAmount === 0 && figures.shippingCost === 0;
}

type Discounted = {
  discountCode?: string | null | undefined;
  discountAmount?: number | undefined;
  shippingCost?: number | undefined;
};

/** Names an order's shipping where it has a price of its own; null for the ordinary one. */
export function shippingLabel(pricing: Discounted, city: string): string | null {
  if (hasFreeShippingCode(pricing)) return `Envío gratis con el código ${pricing.discountCode}`;
  return isChillan(city) ? CHILLAN_SHIPPING_LABEL : null;
}

/**
 * Prices an order. Browser and server call this same function; the server's answer counts.
 * The discount applies to the pins alone or to the shipping alone; where the pins do not reach its
 * minimum, it does not count.
 */
export function priceOrder({ images, to, discount, prices }: PricingInput): Pricing {
  const imagesCount = countPins(images);
  const imagesTotal = priceImages(images, prices).reduce(
    (sum, { quantity, unitPrice }) => sum + quantity * unitPrice,
    0,
  );
  const counted = discount && missingAmount(discount, imagesTotal) === 0 ? discount : null;
  const reduction = counted ? discountAmount(imagesTotal, counted) : 0;
  const subtotalAfterDiscount = imagesTotal - reduction;
  const isFree = counted?.type === 'free_shipping';
  const shipping = isFree ? 0 : shippingCost(to, subtotalAfterDiscount, prices);
  return {
    imagesCount,
    uniqueImages: images.length,
    pricePerImage: unitPrice(prices, imagesCount),
    imagesTotal,
    ...(counted ? { discountCode: counted.code } : {}),
    discountAmount: reduction,
    subtotalAfterDiscount,
    shippingCost: shipping,
    totalAmount: subtotalAfterDiscount + shipping,
  };
}

/** Tells whether two pricings agree in every figure (the code is compared apart, by its rules). */
export function samePricing(left: Pricing, right: Pricing): boolean {
  return (
    left.imagesCount === right.imagesCount &&
    left.uniqueImages === right.uniqueImages &&
    left.pricePerImage === right.pricePerImage &&
    left.imagesTotal === right.imagesTotal &&
    left.discountAmount === right.discountAmount &&
    left.subtotalAfterDiscount === right.subtotalAfterDiscount &&
    left.shippingCost === right.shippingCost &&
    left.totalAmount === right.totalAmount
  );
}
