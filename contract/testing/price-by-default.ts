import type { Discount } from '#domain/discounts.ts';
import type { PricedChoice } from '#domain/pins.ts';
import { DEFAULT_PRICES } from '#domain/prices.ts';
import { type Pricing, priceOrder } from '#domain/pricing.ts';

type Choice = { images: readonly PricedChoice[]; city: string; discount?: Discount | null };

/** What an order costs at a shop that has set no prices. */
export function priceByDefault({ images, city, discount = null }: Choice): Pricing {
  return priceOrder({ images, to: { region: '', city }, discount, prices: DEFAULT_PRICES });
}
