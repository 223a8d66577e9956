import type * as z from 'zod/mini';
import { jsonObject } from '#contract/base/fields.ts';
import { orderChange, recordPayment } from '#contract/orders/orders-admin-calls.ts';
import { MAX_AGREED_TOTAL } from '#domain/orders/prices.ts';
import { pesos } from './pesos.ts';

const { paidAt, how } = recordPayment.body.shape;

/**
 * More than is missing is taken, also for a cancelled order: it stands under refunds. More than the
 * highest total that can be agreed is a typing error.
 */
export const addPayment = orderChange('POST', '/admin/orders/{id}/payments', {
  summary: 'Adds money that came in; retries with the same Idempotency-Key add it once',
  body: jsonObject({ amount: pesos(MAX_AGREED_TOTAL), paidAt, how }),
  status: 201,
});
export type AddPaymentBody = z.infer<typeof addPayment.body>;

/** 409 `payment_online` for a payment by the provider, `refund_too_large` if it went back. */
export const dropPayment = orderChange('DELETE', '/admin/orders/{id}/payments/{paymentId}', {
  summary: 'Removes a payment that was noted by hand',
});
