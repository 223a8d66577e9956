import * as z from 'zod/mini';
import { PAYMENT_METHODS, PAYMENT_PROVIDERS, SHOWN_PAYMENT_STATES } from '#domain/payment.ts';
import { mustBe, success } from './fields.ts';
import { namesOrder, ofOwnOrder } from './own-order.ts';
import { defineRoute } from './route.ts';

/** How an order's payment online stands. Pesos; a refund in part leaves it `paid`. */
export const onlinePayment = z.object({
  state: z.enum(SHOWN_PAYMENT_STATES),
  amount: z.number(),
  refunded: z.number(),
});

/**
 * `providerId` is what the provider calls the payment, `reference` what it calls the order; all are null
 * while there is none. Method, number at the bank and fee (pesos): as far as the provider tells them.
 * `isSecond`: another payment online pays the order already.
 */
export const adminOnlinePayment = z.extend(onlinePayment, {
  provider: z.nullable(z.enum(PAYMENT_PROVIDERS)),
  providerId: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  method: z.nullable(z.enum(PAYMENT_METHODS)),
  authorizationCode: z.nullable(z.string()),
  fee: z.nullable(z.number()),
  isSecond: z.optional(z.boolean()),
});
export type AdminOnlinePayment = z.infer<typeof adminOnlinePayment>;

/**
 * The header Idempotency-Key is needed (400): while the provider takes an attempt, the same key gives the
 * same answer, another one the open attempt. 409 `already_paid`, `order_cancelled`; 404 for somebody else's
 * order, and where nothing is paid online; 502 `payment_unavailable` within 15 s: nothing is charged.
 */
export const beginPayment = defineRoute({
  method: 'POST',
  path: '/payments',
  auth: 'optional',
  summary: 'Begins to pay an order online; the fields are posted to the address, or it is followed',
  body: z.object(ofOwnOrder, { error: mustBe('un objeto JSON') }).check(namesOrder()),
  status: 201,
  answer: success({ redirectUrl: z.string(), fields: z.record(z.string(), z.string()) }),
});
