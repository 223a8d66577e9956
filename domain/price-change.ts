import type { Pricing } from './pricing.ts';

/** A figure of an order that is not what it was; in pesos. */
export type PriceChange = { label: string; before: number; after: number };

const figures = [
  ['pricePerImage', 'Precio por imagen'],
  ['discountAmount', 'Descuento'],
  ['shippingCost', 'Envío'],
  ['totalAmount', 'Total'],
] as const;

/** Returns which figures differ and what buyers call them, the total last. */
export function findPriceChanges(before: Pricing, after: Pricing): PriceChange[] {
  return figures
    .map(([figure, label]) => ({ label, before: before[figure], after: after[figure] }))
    .filter((change) => change.before !== change.after);
}
