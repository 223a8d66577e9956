import * as z from 'zod/mini';
import { adminRoute } from '#contract/base/admin-route.ts';
import { success } from '#contract/base/fields.ts';
import { PAYMENT_PROVIDERS } from '#domain/payments/attempt.ts';

/**
 * Why no order counts a payment: its order is cancelled, deleted (also in the bin), paid already,
 * or waits for another amount; it is in another currency; or it names no order of the shop.
 */
const STRAY_REASONS = ['cancelled', 'deleted', 'paid', 'amount', 'currency', 'unknown'] as const;
export type StrayReason = (typeof STRAY_REASONS)[number];

/** Money that came in by an online payment and that no order counts. */
export const todayStray = z.object({
  id: z.string(),
  provider: z.enum(PAYMENT_PROVIDERS),
  /** The provider's id of the payment. */
  providerId: z.nullable(z.string()),
  /** The order that it names, which may be deleted. */
  orderId: z.nullable(z.string()),
  reason: z.enum(STRAY_REASONS),
  /** What has not been refunded, in whole units of its currency. */
  amount: z.number(),
  /** By ISO 4217. */
  currency: z.string(),
  /** When the shop learned of it, ISO 8601 in UTC. */
  at: z.string(),
  /** The provider has not confirmed its refund yet. */
  isRefunding: z.boolean(),
  /** Whether its order's refund gives it back; otherwise the owner does so at the provider. */
  canRefund: z.boolean(),
});
export type TodayStray = z.infer<typeof todayStray>;

const done = success({ message: z.string() });

/** 404 for a payment that its order counts. */
export const handlePayment = adminRoute('PUT', '/admin/payments/{id}/handled', {
  summary: "Takes a payment without an order out of today's list: the owner has handled it",
  answer: done,
});

export const unhandlePayment = adminRoute('DELETE', '/admin/payments/{id}/handled', {
  summary: "Puts the payment back into today's list, unless it was refunded",
  answer: done,
});
