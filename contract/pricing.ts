import * as z from 'zod/mini';
import { MAX_CODE_LENGTH } from '#domain/discounts.ts';
import type { OrderCost } from '#domain/pricing.ts';
import { amount, line, mustBe } from './fields.ts';

const discountCode = line(MAX_CODE_LENGTH);

/**
 * The figures of an order, in whole pesos; `imagesCount` is the sum of the quantities,
 * `pricePerImage` what a pin of the first picture costs.
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

/** The figures as a buyer sends them: no code may also read null. */
export const sentPricing = z.object(
  { ...pricing.shape, discountCode: z.nullish(discountCode) },
  { error: mustBe('el detalle del precio') },
);

/** Returns an order's cost as bodies and answers say it. */
export function toPricing({ lines, imagesCount, uniqueImages, ...sums }: OrderCost): Pricing {
  const pricePerImage = lines[0]?.unitPrice ?? 0;
  return { imagesCount, uniqueImages, pricePerImage, ...sums };
}

/** A figure of an order that is not what it was; in pesos. */
export type PriceChange = { label: string; before: number; after: number };

const namedFigures = [
  ['pricePerImage', 'Precio por imagen'],
  ['discountAmount', 'Descuento'],
  ['shippingCost', 'Envío'],
  ['totalAmount', 'Total'],
] as const;

/** Returns which figures differ and what buyers call them, the total last. */
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

/** Tells whether two pricings agree in every figure (the code is compared apart, by its rules). */
export function samePricing(left: Pricing, right: Pricing): boolean {
  return FIGURES.every((figure) => left[figure] === right[figure]);
}
