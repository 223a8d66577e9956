import * as z from 'zod/mini';
import { amount, copiedCode, line, mustBe } from '#contract/base/fields.ts';
import { MAX_CODE_LENGTH } from '#domain/discounts/discounts.ts';
import type { OrderCost } from '#domain/orders/pricing.ts';

const discountCode = line(MAX_CODE_LENGTH);

/**
 * Figures of an order, in whole pesos; `imagesCount` is the sum of the quantities, `pricePerImage`
 * the unit price of the first picture.
 */
export const pricing = z.object({
  imagesCount: amount(),
  uniqueImages: amount(),
  pricePerImage: amount(),
  imagesTotal: amount(),
  discountCode: z.optional(discountCode),
  discountAmount: amount(),
  subtotalAfterDiscount: amount(),
  shippingCost: amount(),
  totalAmount: amount(),
});
export type Pricing = z.infer<typeof pricing>;

/** The figures in a request; without a code it may be null. */
export const sentPricing = z.object(
  { ...pricing.shape, discountCode: z.nullish(copiedCode(MAX_CODE_LENGTH)) },
  { error: mustBe('el detalle del precio') },
);

/** Returns an order's cost in the format of bodies and answers. */
export function toPricing({ lines, imagesCount, uniqueImages, ...sums }: OrderCost): Pricing {
  const pricePerImage = lines[0]?.unitPrice ?? 0;
  return { imagesCount, uniqueImages, pricePerImage, ...sums };
}

/** A changed figure of an order, in pesos. */
export type PriceChange = { label: string; before: number; after: number };

const namedFigures = [
  ['pricePerImage', 'Precio por imagen'],
  ['discountAmount', 'Descuento'],
  ['shippingCost', 'Envío'],
  ['totalAmount', 'Total'],
] as const;

/** Returns the figures that differ, with their labels; the total is last. */
export function findPriceChanges(before: Pricing, after: Pricing): PriceChange[] {
  return namedFigures
    .map(([figure, label]) => ({ label, before: before[figure], after: after[figure] }))
    .filter((change) => change.before !== change.after);
}

export const FIGURES = [
  'imagesCount',
  'uniqueImages',
  'pricePerImage',
  'imagesTotal',
  'discountAmount',
  'subtotalAfterDiscount',
  'shippingCost',
  'totalAmount',
] as const;

/** Returns true if all figures agree; the code is compared separately, by its own rules. */
export function samePricing(left: Pricing, right: Pricing): boolean {
  return FIGURES.every((figure) => left[figure] === right[figure]);
}
