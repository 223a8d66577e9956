import * as z from 'zod/mini';
import { amount, line, mustBe } from './fields.ts';

/** What a buyer agrees to beside the price: `GET /config` has it as `termsVersion` and `delivery`. */
export const orderTerms = z.object(
  {
    termsVersion: line(40),
    /** Business days from the payment to the door. */
    promise: z.object(
      { minDays: amount(), maxDays: amount() },
      { error: mustBe('un objeto con los días de entrega') },
    ),
  },
  { error: mustBe('un objeto con las condiciones') },
);
export type OrderTerms = z.infer<typeof orderTerms>;
