import * as z from 'zod/mini';
import { jsonObject, trueOrFalse } from '#contract/base/fields.ts';
import { orderChange } from '#contract/orders/orders-admin-calls.ts';
import { REFUND_REASONS, REFUND_WAYS } from '#domain/payments/refunds.ts';
import { pesos } from './pesos.ts';

/**
 * Gives money of an order back. `online`: by the payment's provider; 403 `fresh_sign_in_required`
 * ten minutes after signing in, 502 `payment_unavailable` when the provider refuses. If it does not
 * answer, the payment stays `refunding`. Any other way is noted as done today. 409
 * `refund_too_large` for more than came in and has not gone back.
 */
export const refundOrder = orderChange('POST', '/admin/orders/{id}/refunds', {
  summary:
    'Refunds an order, in full or in part, by the payment provider or as noted; retries with the same Idempotency-Key refund once',
  body: jsonObject({
    /** Pesos; omitted: what is promised, else the rest. Null, as JSON has it for NaN, is refused. */
    amount: z.optional(pesos()),
    /** Omitted: `transfer` if only the owner recorded a payment, else `online`. */
    how: z.optional(z.enum(REFUND_WAYS, { error: 'Esta forma de devolver no existe' })),
    /** Omitted: that of the open refund, else `other`. */
    reason: z.optional(z.enum(REFUND_REASONS, { error: 'Este motivo no existe' })),
    /** True: the order is cancelled too, with one mail about both. */
    cancels: z.optional(trueOrFalse()),
  }),
});
export type RefundBody = z.infer<typeof refundOrder.body>;
