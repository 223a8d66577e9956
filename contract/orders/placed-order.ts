import * as z from 'zod/mini';
import { success } from '#contract/base/fields.ts';
import { deliveryAnswer, pickupAnswer } from '#contract/delivery/delivery.ts';
import { paymentDetails } from '#contract/payments/payment-details.ts';
import { pricing } from './pricing.ts';

/**
 * `POST /orders` with the part of the answer that pages read. `createOrder` has the complete
 * answer, whose schemas would make pages larger.
 */
export const sendOrder = {
  method: 'POST',
  path: '/orders',
  auth: 'optional',
  answer: success({
    order: z.object({
      id: z.string(),
      userEmail: z.nullable(z.string()),
      howToPay: z.nullable(paymentDetails),
      deliveryData: z.object({ ...deliveryAnswer, pricing }),
      pickup: pickupAnswer,
    }),
    token: z.string(),
  }),
} as const;
