import * as z from 'zod/mini';
import { deliveryAnswer, pickupAnswer } from './delivery.ts';
import { success } from './fields.ts';
import { paymentDetails } from './payment-details.ts';
import { pricing } from './pricing.ts';

/**
 * `POST /orders` as a page calls it: what it reads of the answer. The whole of it is `createOrder`, whose
 * schemas no page has to load for that.
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
