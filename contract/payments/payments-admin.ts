import * as z from 'zod/mini';
import { mustBe } from '#contract/base/fields.ts';
import { defineRoute } from '#contract/base/route.ts';
import { recordPaymentBody } from '#contract/orders/orders-admin.ts';
import { changed } from '#contract/orders/orders-admin-calls.ts';

const WHOLE = { error: 'Escribe un monto en pesos, sin decimales' };

const { paidAt, how } = recordPaymentBody.shape;

const addPaymentBody = z.object(
  { amount: z.int(WHOLE).check(z.minimum(1, WHOLE), z.maximum(1e12, WHOLE)), paidAt, how },
  { error: mustBe('un objeto JSON') },
);
export type AddPaymentBody = z.infer<typeof addPaymentBody>;

/** More than is missing is taken, also for a cancelled order: it stands under refunds. */
export const addPayment = defineRoute({
  method: 'POST',
  path: '/admin/orders/{id}/payments',
  auth: 'admin',
  summary: 'Adds money that came in; retries with the same Idempotency-Key add it once',
  body: addPaymentBody,
  status: 201,
  answer: changed,
});

/** 409 `payment_online` for a payment by the provider, `refund_too_large` if it went back. */
export const dropPayment = defineRoute({
  method: 'DELETE',
  path: '/admin/orders/{id}/payments/{paymentId}',
  auth: 'admin',
  summary: 'Removes a payment that was noted by hand',
  answer: changed,
});
