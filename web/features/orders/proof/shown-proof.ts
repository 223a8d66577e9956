import type * as z from 'zod/mini';
import type { viewProof } from '#contract/proofs.ts';

export type ShownProof = z.infer<typeof viewProof.answer>;
