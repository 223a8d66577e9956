import * as z from 'zod/mini';
import { REFUND_REASONS, REFUND_WAYS } from '#domain/payments/refunds.ts';

/** Days such as `2026-03-09`. */
const day = z.string();

/** Money that came in, in pesos. */
export const payment = z.object({
  id: z.string(),
  amount: z.number(),
  /** A day. */
  paidAt: day,
  /** Free text, such as `Transferencia`, or the provider's name. */
  how: z.string(),
});

/** The payment by which an order became paid; `paidAt` is a day, as on a bank statement. */
export const paidBy = z.pick(payment, { paidAt: true, how: true });

/** Money that goes back to the buyer, in pesos. */
export const refund = z.object({
  amount: z.number(),
  reason: z.enum(REFUND_REASONS),
  /** The last day to give it back; null: it was not promised before it went back. */
  dueOn: z.nullable(day),
  /** The day on which it went back; null: the shop still has to give it back. */
  doneOn: z.nullable(day),
  /** Null until it went back. */
  how: z.nullable(z.enum(REFUND_WAYS)),
});
export type Refund = z.infer<typeof refund>;
