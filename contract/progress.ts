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
  /** Between which days it arrives; null until it is paid, and once it has left. */
  promise: z.nullable(z.object({ from: day, to: day })),
  courier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
});
