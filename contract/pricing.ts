import * as z from 'zod/mini';
import { MAX_CODE_LENGTH } from '#domain/discounts.ts';
import { amount, line, mustBe } from './fields.ts';

const discountCode = line(MAX_CODE_LENGTH);

/** The figures of an order, in whole pesos; `imagesCount` is the sum of the quantities. */
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

/** The figures as a buyer sends them: no code may also read null. */
export const sentPricing = z.object(
  { ...pricing.shape, discountCode: z.nullish(discountCode) },
  { error: mustBe('el detalle del precio') },
);
