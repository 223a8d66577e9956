import { formatPesos } from './money.ts';

/**
 * The most that a pin or a parcel may cost, in pesos. Of the largest order, 100 pictures of 99 pins,
 * that makes 99,010 million: more than 32 bits hold, and exact in JavaScript up to 90,000 orders.
 */
export const MAX_PRICE = 10_000_000;

/** From so many pins in one order on, each of its pins costs `price` pesos. */
type PriceStep = { readonly from: number; readonly price: number };

/** What a parcel to a region (its code) costs, in pesos. */
type RegionShipping = { readonly region: string; readonly price: number };

/** What the shop asks for; every amount is in whole pesos. The owner may change each of them. */
export type Prices = {
  /** One pin of an order below the first step. */
  readonly pin: number;
  /** Ascending by `from`. */
  readonly steps: PriceStep[];
  /** To any city whose name holds Chillán. */
  readonly shippingChillan: number;
  /** To every other city, unless its region has a price of its own. */
  readonly shipping: number;
  readonly shippingByRegion: RegionShipping[];
  /** Shipping is free from this amount on, discounts taken off; null: never. */
  readonly freeShippingFrom: number | null;
};

/** The prices of a shop that has not set any. */
export const DEFAULT_PRICES: Prices = {
  pin: 1700,
  steps: [],
  shippingChillan: 2500,
  shipping: 4000,
  shippingByRegion: [],
  freeShippingFrom: null,
};

/** @returns what each pin of an order of so many costs, in pesos */
export function pinPrice({ pin, steps }: Prices, pins: number): number {
  return steps.findLast(({ from }) => pins >= from)?.price ?? pin;
}

/** @returns such as `$1.700`, or `$1.700 (desde 50 pines, $1.500)` */
export function describePinPrice({ pin, steps }: Prices): string {
  const further = steps.map(({ from, price }) => `desde ${from} pines, ${formatPesos(price)}`);
  return formatPesos(pin) + (further.length > 0 ? ` (${further.join('; ')})` : '');
}
