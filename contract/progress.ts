import * as z from 'zod/mini';
import { ORDER_STEPS } from '#domain/order-stage.ts';
import { PROOF_STATES } from '#domain/proofs.ts';

/** A day, such as `2026-03-09`. */
const day = z.string();

export const progress = z.object({
  /** In their order; `on` is null where the day is not known, or to come. */
  steps: z.array(z.object({ step: z.enum(ORDER_STEPS), isDone: z.boolean(), on: z.nullable(day) })),
  /** Of its latest proof; null: it has none. */
  proof: z.nullable(z.enum(PROOF_STATES)),
});

/** First and last day on which an order may arrive, neither of them past. */
export const arrival = z.object({ from: day, to: day });

/** With whom a parcel travels; `tracking` is its number there. */
export const parcel = z.object({
  courier: z.string(),
  tracking: z.nullable(z.string()),
  /** The courier's own page; null where none is known. */
  trackingUrl: z.nullable(z.string()),
});
