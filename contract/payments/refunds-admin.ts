import * as z from 'zod/mini';
import { mustBe } from '#contract/base/fields.ts';
import { defineRoute } from '#contract/base/route.ts';
import { changed } from '#contract/orders/orders-admin-calls.ts';
import { REFUND_REASONS, REFUND_WAYS } from '#domain/payments/refunds.ts';

const WHOLE = { error: 'Escribe un monto en pesos, sin decimales' };

/**
 * Gives money of an order back. `online`: by the payment's provider; 403 `fresh_sign_in_required`
 * ten minutes after signing in, 502 `payment_unavailable` when the provider refuses. If it does not
 * answer, the payment stays `refunding`. Any other way is noted as done today. 409
 * `refund_too_large` for more than came in and has not gone back.
 */
export const refundOrder = defineRoute({
  method: 'POST',
  path: '/admin/orders/{id}/refunds',
  auth: 'admin',
  summary: 'Refunds an order, in full or in part, by the payment provider or as noted',
  body: z.object(
    {
      /** Pesos; omitted: what is promised, else the rest. Null, as JSON has it for NaN, is refused. */
      amount: z.optional(z.int(WHOLE).check(z.minimum(1, WHOLE), z.maximum(1e12, WHOLE))),
      /** Omitted: `transfer` if only the owner recorded a payment, else `online`. */
      how: z.optional(z.enum(REFUND_WAYS, { error: 'Esta forma de devolver no existe' })),
      /** Omitted: that of the open refund, else `other`. */
      reason: z.optional(z.enum(REFUND_REASONS, { error: 'Este motivo no existe' })),
      /** True: the order is cancelled too, with one mail about both. */
      cancels: z.optional(z.boolean({ error: mustBe('verdadero o falso') })),
    },
    { error: mustBe('un objeto JSON') },
  ),
  answer: changed,
});
export type RefundBody = z.infer<typeof refundOrder.body>;
