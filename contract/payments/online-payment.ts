import * as z from 'zod/mini';
import { jsonObject, success, trueOrFalse } from '#contract/base/fields.ts';
import { defineRoute } from '#contract/base/route.ts';
import { namesOrder, ofOwnOrder } from '#contract/orders/own-order.ts';
import {
  PAYMENT_METHODS,
  PAYMENT_PROVIDERS,
  SHOWN_PAYMENT_STATES,
} from '#domain/payments/attempt.ts';

/** State of an order's online payment. Pesos; a partial refund leaves it `paid`. */
export const onlinePayment = z.object({
  state: z.enum(SHOWN_PAYMENT_STATES),
  amount: z.number(),
  refunded: z.number(),
});

/**
 * `providerId` is the provider's id of the payment, `reference` its id of the order; all are null
 * without a payment. Method, bank's transaction number and fee (pesos) if the provider reports
 * them. `isSecond`: another online payment already pays the order.
 */
export const adminOnlinePayment = z.extend(onlinePayment, {
  provider: z.nullable(z.enum(PAYMENT_PROVIDERS)),
  providerId: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  method: z.nullable(z.enum(PAYMENT_METHODS)),
  authorizationCode: z.nullable(z.string()),
  fee: z.nullable(z.number()),
  isSecond: z.optional(z.boolean()),
  /** Pesos that the provider can give back of all payments of the order, if there are several. */
  left: z.optional(z.number()),
});
export type AdminOnlinePayment = z.infer<typeof adminOnlinePayment>;

/**
 * Requires the header Idempotency-Key (400): while the attempt is open, the same key returns the
 * same response and another key the open attempt. 409 `already_paid`, `order_cancelled`; 404 for
 * another account's order and without online payments; 502 `payment_unavailable` within 15 s:
 * nothing is charged.
 */
export const beginPayment = defineRoute('POST', '/payments', {
  auth: 'optional',
  summary: 'Starts an online payment; the client posts the fields to the URL, or follows it',
  body: jsonObject({
    ...ofOwnOrder,
    /**
     * True: all that is missing; false: the open deposit alone. Omitted: the open deposit, else
     * all that is missing.
     */
    whole: z.optional(trueOrFalse()),
  }).check(namesOrder()),
  status: 201,
  answer: success({ redirectUrl: z.string(), fields: z.record(z.string(), z.string()) }),
});
