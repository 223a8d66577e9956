import * as z from 'zod/mini';
import { amount, line, mustBe } from '#contract/base/fields.ts';

/** Terms that a buyer accepts besides the price; see `termsVersion` and `delivery` of `/config`. */
export const orderTerms = z.object(
  {
    termsVersion: line(60),
    /** Business days from payment to delivery. */
    promise: z.object(
      { minDays: amount(), maxDays: amount() },
      { error: mustBe('un objeto con los días de entrega') },
    ),
  },
  { error: mustBe('un objeto con las condiciones') },
);
export type OrderTerms = z.infer<typeof orderTerms>;
