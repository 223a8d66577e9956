import * as z from 'zod/mini';
import { amount, line } from '#contract/base/fields.ts';
import { MAX_CODE_LENGTH } from '#domain/discounts/discounts.ts';
import {
  type Cost,
  furtherCharges,
  shippingAmount,
  shippingCharge,
} from '#domain/orders/pricing.ts';
import type { PricedLine } from '#domain/pins/choice.ts';

/** An amount besides pins, discount and shipping, in whole pesos; negative for a rebate. */
export const charge = z.object({ kind: line(40), label: line(60), amount: amount() });

/**
 * The price of an order, in whole pesos; `imagesCount` is the sum of the quantities, `pricePerImage`
 * the unit price of the first picture. Code and charges are left out if there are none.
 */
export const pricing = z.object({
  imagesCount: amount(),
  uniqueImages: amount(),
  pricePerImage: amount(),
  imagesTotal: amount(),
  discountCode: z.optional(line(MAX_CODE_LENGTH)),
  discountAmount: amount(),
  subtotalAfterDiscount: amount(),
  shippingCost: amount(),
  charges: z.optional(z.array(charge)),
  totalAmount: amount(),
});
export type Pricing = z.infer<typeof pricing>;

/** Returns a cost in the format of bodies and answers. @param lines its pictures' pins */
export function toPricing({ lines, ...cost }: Cost & { lines: readonly PricedLine[] }): Pricing {
  const charges = furtherCharges(cost);
  return {
    imagesCount: cost.pins,
    uniqueImages: lines.length,
    pricePerImage: lines[0]?.unitPrice ?? 0,
    imagesTotal: cost.imagesTotal,
    ...(cost.discountCode === null ? {} : { discountCode: cost.discountCode }),
    discountAmount: cost.discountAmount,
    subtotalAfterDiscount: cost.subtotalAfterDiscount,
    shippingCost: shippingAmount(cost),
    ...(charges.length === 0 ? {} : { charges }),
    totalAmount: cost.totalAmount,
  };
}

/** Returns the cost that bodies and answers describe. */
export function toCost(pricing: Pricing): Cost {
  const { imagesCount: pins, discountCode = null, shippingCost, charges = [], ...sums } = pricing;
  return { ...sums, pins, discountCode, charges: [shippingCharge(shippingCost), ...charges] };
}

/** A changed figure of an order, in pesos. */
export type PriceChange = { label: string; before: number; after: number };

/** Returns the figures and charges that differ, with their labels; the total is last. */
export function findPriceChanges(before: Pricing, after: Pricing): PriceChange[] {
  const [was, is] = [nameAmounts(before), nameAmounts(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((label) => ({ label, before: was.get(label) ?? 0, after: is.get(label) ?? 0 }))
    .concat({ label: 'Total', before: before.totalAmount, after: after.totalAmount })
    .filter((change) => change.before !== change.after);
}

/** Returns the figures and charges by label; those of one label are added up. */
function nameAmounts(pricing: Pricing): Map<string, number> {
  const named = new Map([
    ['Precio por imagen', pricing.pricePerImage],
    ['Descuento', pricing.discountAmount],
    ['Envío', pricing.shippingCost],
  ]);
  for (const { label, amount: pesos } of pricing.charges ?? []) {
    named.set(label, (named.get(label) ?? 0) + pesos);
  }
  return named;
}
