import * as z from 'zod/mini';
import { copiedCode, list, mustBe } from '#contract/base/fields.ts';
import { MAX_CODE_LENGTH } from '#domain/discounts/discounts.ts';
import { charge, pricing } from './pricing.ts';

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
export type SentPricing = z.output<typeof sentPricing>;
