import type { Discount } from '#domain/discounts.ts';
import { FIRST_CHOICE, type PricedChoice } from '#domain/pins/choice.ts';
import { DEFAULT_PRICES } from '#domain/prices.ts';
import { type Pricing, priceOrder } from '#domain/pricing.ts';

type Choice = {
  /** What a picture does not say is as it starts. */
  images: readonly Partial<PricedChoice>[];
  city: string;
  discount?: Discount | null;
};

/** What an order costs at a shop that has set no prices. */
export function priceByDefault({ images, city, discount = null }: Choice): Pricing {
  const choices = images.map((image) => ({ ...FIRST_CHOICE, ...image }));
  const to = { region: '', city };
  return priceOrder({ images: choices, to, discount, prices: DEFAULT_PRICES });
}
