import type { PriceLine } from './pins/pin.ts';

/**
 * The most that a pin or a parcel may cost, in pesos. Of the largest order, 100 pictures of 99 pins,
 * that makes 99,010 million: more than 32 bits hold, and exact in JavaScript up to 90,000 orders.
 */
export const MAX_PRICE = 10_000_000;

/** What a parcel to a region (its code) costs, in pesos. */
type RegionShipping = { readonly region: string; readonly price: number };

/** What the shop asks for; every amount is in whole pesos. The owner may change each of them. */
export type Prices = PriceLine & {
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
