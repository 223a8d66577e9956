import * as z from 'zod/mini';
import { amount, copiedCode, jsonObject, list, success } from '#contract/base/fields.ts';
import { defineRoute, USUAL_BODY_BYTES } from '#contract/base/route.ts';
import { sentPinChoiceFields } from '#contract/pins/pins.ts';
import { DISCOUNT_TYPES, MAX_CODE_LENGTH } from '#domain/discounts/discounts.ts';
import { MAX_ITEMS } from '#domain/pins/images.ts';

const NO_CODE = 'Ingresa un código de descuento válido';

/** Room for five hundred pictures with product and finish. */
const BODY_BYTES = 12 * USUAL_BODY_BYTES;
const { quantity, product, finish } = sentPinChoiceFields;
const pricedImage = z.object({ quantity, product, finish });

export const validateDiscountBody = jsonObject({
  code: copiedCode(MAX_CODE_LENGTH).check(z.minLength(1, { error: NO_CODE })),
  /** Price of the pins before shipping, rounded to whole pesos. */
  orderTotal: amount().check(
    z.minimum(0, { error: 'El total no puede ser negativo' }),
    z.maximum(Number.MAX_SAFE_INTEGER, { error: 'El total es demasiado alto' }),
    z.overwrite(Math.round),
  ),
  /** The pictures to order, for codes of certain products; omitted: a code counts all pins. */
  images: z.optional(
    list(pricedImage, MAX_ITEMS, {
      expected: 'una lista de imágenes',
      tooMany: `Se aceptan hasta ${MAX_ITEMS} imágenes`,
    }),
  ),
});

/** `value` is a percentage, an amount in pesos, or 0 for free shipping. */
export const discount = z.object({
  code: z.string(),
  type: z.enum(DISCOUNT_TYPES),
  value: z.number(),
  name: z.string(),
  /** Minimum price of the pins, in pesos; absent: no minimum. */
  minOrderTotal: z.optional(z.number()),
  /** Each buyer may use it for one order only; absent: no such limit. */
  oncePerBuyer: z.optional(z.boolean()),
  /** Ids of the products it applies to; absent: all. */
  products: z.optional(z.array(z.string())),
});

const refusal = z.object({
  success: z.literal(false),
  message: z.string(),
  /** What the pins are short of the code's minimum, in pesos; only if nothing else is wrong. */
  missingAmount: z.optional(z.number()),
});

export const validateDiscountAnswer = z.discriminatedUnion('success', [
  success({ discount }),
  refusal,
]);

export const validateDiscount = defineRoute('POST', '/discount-codes/validate', {
  auth: 'optional',
  summary: 'Checks whether a discount code can be used now',
  body: validateDiscountBody,
  maxBodyBytes: BODY_BYTES,
  answer: validateDiscountAnswer,
});

/** Returns the route for a client that sends this code, which is that of a discount without one. */
export const validateSentCode = (code: string) => ({
  ...validateDiscount,
  answer: z.discriminatedUnion('success', [
    success({ discount: z.extend(discount, { code: z._default(z.string(), code) }) }),
    refusal,
  ]),
});

export const applyDiscount = defineRoute('POST', '/discount-codes/apply', {
  auth: 'bearer',
  summary: 'Calculates the discount of a code, without using it up',
  body: validateDiscountBody,
  maxBodyBytes: BODY_BYTES,
  answer: z.discriminatedUnion('success', [
    success({ discount, discountAmount: z.number(), subtotalAfterDiscount: z.number() }),
    refusal,
  ]),
});
