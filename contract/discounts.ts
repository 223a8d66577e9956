import * as z from 'zod/mini';
import { DISCOUNT_TYPES, MAX_CODE_LENGTH } from '#domain/discounts.ts';
import { amount, line, mustBe, success } from './fields.ts';
import { defineRoute } from './route.ts';

const NO_CODE = 'Ingresa un código de descuento válido';

export const validateDiscountBody = z.object(
  {
    code: line(MAX_CODE_LENGTH).check(z.minLength(1, { error: NO_CODE })),
    /** Price of the pins before shipping, in pesos. */
    orderTotal: amount().check(z.minimum(0, { error: 'El total no puede ser negativo' })),
  },
  { error: mustBe('un objeto JSON') },
);

/** `value` is a percentage, or an amount in pesos. */
export const discount = z.object({
  code: z.string(),
  type: z.enum(DISCOUNT_TYPES),
  value: z.number(),
  name: z.string(),
});

const refusal = z.object({ success: z.literal(false), message: z.string() });

export const validateDiscountAnswer = z.discriminatedUnion('success', [
  success({ discount }),
  refusal,
]);

export const validateDiscount = defineRoute({
  method: 'POST',
  path: '/discount-codes/validate',
  auth: 'optional',
  summary: 'Tells whether a discount code can be used now',
  body: validateDiscountBody,
  status: 200,
  answer: validateDiscountAnswer,
});

export const applyDiscount = defineRoute({
  method: 'POST',
  path: '/discount-codes/apply',
  auth: 'bearer',
  summary: 'Tells what a discount code takes off; it takes no use, an order does',
  body: validateDiscountBody,
  status: 200,
  answer: z.discriminatedUnion('success', [
    success({ discount, discountAmount: z.number(), subtotalAfterDiscount: z.number() }),
    refusal,
  ]),
});
