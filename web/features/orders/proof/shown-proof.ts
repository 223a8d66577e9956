import type * as z from 'zod/mini';
import type { viewProof } from '#contract/proofs.ts';

/** A proof as whoever holds its link sees it. */
export type ShownProof = z.infer<typeof viewProof.answer>;
