import * as z from 'zod/mini';
import { copiedCode, list, mustBe } from '#contract/base/fields.ts';
import { keysOf } from '#domain/base/keys.ts';
import { MAX_CODE_LENGTH } from '#domain/discounts/discounts.ts';
import { charge, type Pricing, pricing } from './pricing.ts';

const { kind, label, amount } = charge.shape;
const sentCharge = z.object({
  kind: z.optional(kind),
  label: z.optional(label),
  amount: z.optional(amount),
});
const sentCharges = list(sentCharge, 20, {
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

const { discountCode: _code, charges: _charges, ...figures } = pricing.shape;
/** The names of the amounts that every price has. */
export const FIGURES = keysOf(figures);

/** Returns true if figures and charges agree; the code is compared separately, by its own rules. */
export function samePricing(left: Pricing, right: z.output<typeof sentPricing>): boolean {
  const hasSameFigures = FIGURES.every((figure) => left[figure] === right[figure]);
  return hasSameFigures && writeCharges(left) === writeCharges(right);
}

function writeCharges({ charges }: z.output<typeof sentPricing>): string {
  return JSON.stringify((charges ?? []).map((each) => [each.kind, each.label, each.amount]));
}
