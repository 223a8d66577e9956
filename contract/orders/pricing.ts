import * as z from 'zod/mini';
import { amount, copiedCode, line, list, mustBe } from '#contract/base/fields.ts';
import { keysOf } from '#domain/base/keys.ts';
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
const { discountCode: _code, charges: _charges, ...numbers } = pricing.shape;
/** The amounts that every price has. */
export const figures = numbers;
export type Pricing = z.infer<typeof pricing>;

const sentCharges = list(z.partial(charge), 20, {
  expected: 'una lista de cargos',
  tooMany: 'Se aceptan hasta 20 cargos por pedido',
});

/** The figures in a request; code and charges may be null if there are none. */
export const sentPricing = z.object(
  {
    ...pricing.shape,
    discountCode: z.nullish(copiedCode(MAX_CODE_LENGTH)),
    charges: z.nullish(sentCharges),
  },
  { error: mustBe('el detalle del precio') },
);

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
export function toCost({
  imagesCount,
  discountCode,
  shippingCost,
  charges,
  ...sums
}: Pricing): Cost {
  return {
    pins: imagesCount,
    imagesTotal: sums.imagesTotal,
    discountCode: discountCode ?? null,
    discountAmount: sums.discountAmount,
    subtotalAfterDiscount: sums.subtotalAfterDiscount,
    charges: [shippingCharge(shippingCost), ...(charges ?? [])],
    totalAmount: sums.totalAmount,
  };
}

/** A changed figure of an order, in pesos. */
export type PriceChange = { label: string; before: number; after: number };

/** Returns the figures and charges that differ, with their labels; the total is last. */
export function findPriceChanges(before: Pricing, after: Pricing): PriceChange[] {
  const [was, is] = [nameAmounts(before), nameAmounts(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((label) => ({ label, before: was.get(label) ?? 0, after: is.get(label) ?? 0 }))
    .filter((change) => change.before !== change.after)
    .sort((left, right) => Number(left.label === TOTAL) - Number(right.label === TOTAL));
}

const TOTAL = 'Total';

function nameAmounts(pricing: Pricing): Map<string, number> {
  const charges = pricing.charges ?? [];
  return new Map([
    ['Precio por imagen', pricing.pricePerImage],
    ['Descuento', pricing.discountAmount],
    ['Envío', pricing.shippingCost],
    ...charges.map(({ label, amount: pesos }) => [label, pesos] as const),
    [TOTAL, pricing.totalAmount],
  ]);
}

/** Returns true if figures and charges agree; the code is compared separately, by its own rules. */
export function samePricing(left: Pricing, right: z.output<typeof sentPricing>): boolean {
  const hasSameFigures = keysOf(figures).every((figure) => left[figure] === right[figure]);
  return hasSameFigures && writeCharges(left) === writeCharges(right);
}

function writeCharges({ charges }: z.output<typeof sentPricing>): string {
  return JSON.stringify(
    (charges ?? []).map(({ kind, label, amount: pesos }) => [kind, label, pesos]),
  );
}
