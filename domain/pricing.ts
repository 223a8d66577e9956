import { type Discount, discountAmount } from './discounts.ts';
import { PIN_PRICES, type PricedChoice, priceImages } from './pins.ts';

/** Price of one pin, in pesos. */
export const PRICE_PER_PIN = PIN_PRICES.standard;
/** Shipping to any city whose name holds Chillán, in pesos. */
export const SHIPPING_CHILLAN = 2500;
/** Shipping to every other city, in pesos. */
export const SHIPPING_STANDARD = 4000;
/** What the summary says beside the lower shipping price. */
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

export type PricingInput = {
  images: readonly PricedChoice[];
  city: string;
  discount?: Discount | null;
};

/** Tells whether a city gets the local shipping price (Chillán or Chillan in any case). */
export function isChillan(city: string): boolean {
  return /chill[aá]n/i.test(city.normalize('NFC'));
}

/** @returns the shipping cost to a city, in pesos */
export function shippingCost(city: string): number {
  return isChillan(city) ? SHIPPING_CHILLAN : SHIPPING_STANDARD;
}

/**
 * Prices an order. Browser and server call this same function; the server's answer counts.
 * The discount applies to the pins alone, never to the shipping.
 */
export function priceOrder({ images, city, discount }: PricingInput): Pricing {
  const imagesCount = images.reduce((sum, { quantity }) => sum + quantity, 0);
  const imagesTotal = priceImages(images).reduce(
    (sum, { quantity, unitPrice }) => sum + quantity * unitPrice,
    0,
  );
  const reduction = discount ? discountAmount(imagesTotal, discount) : 0;
  const subtotalAfterDiscount = imagesTotal - reduction;
  const shipping = shippingCost(city);
  return {
    imagesCount,
    uniqueImages: images.length,
    pricePerImage: PRICE_PER_PIN,
    imagesTotal,
    ...(discount ? { discountCode: discount.code } : {}),
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
