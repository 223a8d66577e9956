import * as z from 'zod/mini';
import { deliveryAnswer, pickupAnswer } from './delivery.ts';
import { success } from './fields.ts';
import { paymentDetails } from './payment-details.ts';
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
