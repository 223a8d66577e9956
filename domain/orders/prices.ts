import type { NamedWay, OfferedWays } from '#domain/delivery/ways.ts';
import type { PriceLine } from '#domain/pins/pin.ts';

/**
 * The price list of an item's day, by versions of the settings: of the products, and of the only
 * product of a shop that has set none; 0: the defaults.
 */
export type PriceList = { products: number; defaultProduct: number };

/**
 * The maximum price of a pin or a parcel, in pesos. The largest order of a buyer, 500 items of 99
 * pins, then costs 495,010 million: more than 32 bits hold, but exact in JavaScript for up to 18,000
 * orders; so are 180 of the panel, with 9,999 pins of each item.
 */
export const MAX_PRICE = 10_000_000;

/** The maximum total that can be agreed for an order, in pesos. */
export const MAX_AGREED_TOTAL = 1_000_000_000;

/** The shipping price to a region (its code), in pesos. */
type RegionShipping = { readonly region: string; readonly price: number };

/** Shipping prices, in whole pesos. */
export type ShippingPrices = {
  /** To any city whose name contains Chillán. */
  readonly shippingChillan: number;
  /** To every other city, unless its region has its own price. */
  readonly shipping: number;
  readonly shippingByRegion: RegionShipping[];
  /** Shipping is free from this amount on, after discounts; null: never. */
  readonly freeShippingFrom: number | null;
};

/** The prices that the owner can change. */
export type Prices = PriceLine & ShippingPrices;

/** The prices of a shop that has not set any. */
export const DEFAULT_PRICES: Prices = {
  pin: 1700,
  steps: [],
  shippingChillan: 2500,
  shipping: 4000,
  shippingByRegion: [],
  freeShippingFrom: null,
};

/** The region's code (empty while unknown), the city's name and the way of delivery. */
export type Destination = { region: string; city: string } & Pick<NamedWay, 'way' | 'payShipping'>;

/** Returns true if a city gets the local shipping price (Chillán or Chillan in any case). */
export function isChillan(city: string): boolean {
  return /chill[aá]n/i.test(city.normalize('NFC'));
}

/** Returns true if a parcel gets the local price: home delivery in Chillán. */
export function isLocal({ city, way = 'home', payShipping }: Destination): boolean {
  return way === 'home' && payShipping !== 'onArrival' && isChillan(city);
}

/** Returns the price of the shipping in pesos; `worth` is that of the pins after discounts. */
export function shippingPrice(
  to: Destination,
  worth: number,
  prices: ShippingPrices & { ways?: OfferedWays | undefined },
): number {
  const { freeShippingFrom, shippingByRegion } = prices;
  if (freeShippingFrom !== null && worth >= freeShippingFrom) return 0;
  if (to.way === 'pickup') return prices.ways?.pickup?.price ?? 0;
  if (to.payShipping === 'onArrival') return 0;
  if (to.way === 'branch' && prices.ways?.branch) return prices.ways.branch.price;
  if (isChillan(to.city)) return prices.shippingChillan;
  return shippingByRegion.find((one) => one.region === to.region)?.price ?? prices.shipping;
}
