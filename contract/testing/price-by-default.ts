import { type Pricing, toPricing } from '#contract/orders/pricing.ts';
import type { Discount } from '#domain/discounts/discounts.ts';
import { DEFAULT_PRICES, type Prices } from '#domain/orders/prices.ts';
import { priceOrder } from '#domain/orders/pricing.ts';
import { choosePins, FIRST_CHOICE, type PricedChoice } from '#domain/pins/choice.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { offeredPins } from '#domain/pins/products.ts';

type Choice = {
  /** What a picture does not say is as it starts. */
  images: readonly Partial<PricedChoice>[];
  city: string;
  region?: string;
  discount?: Discount | null;
};

/** What an order costs at a shop that has set these prices. */
export function priceAt(prices: Prices, { images, city, region = '', discount }: Choice): Pricing {
  const choices = images.map((image) => ({ ...FIRST_CHOICE, ...image }));
  const lines = choosePins(choices, offeredPins({ prices, press: DEFAULT_PRESS }));
  return toPricing(
    priceOrder({ lines, to: { region, city }, discount: discount ?? null, shipping: prices }),
  );
}

/** What an order costs at a shop that has set no prices. */
export function priceByDefault(choice: Choice): Pricing {
  return priceAt(DEFAULT_PRICES, choice);
}
