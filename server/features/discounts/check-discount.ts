import { discountProblemMessages } from '#contract/messages.ts';
import { type Discount, discountProblem, normalizeCode } from '#domain/discounts.ts';
import type { Context } from '../../context.ts';
import { findDiscount } from './repo.ts';

export type CheckedDiscount =
  | { success: true; discount: Discount }
  | { success: false; message: string };

/** Tells whether a code can be used now; takes no use. */
export async function checkDiscount(
  { db, clock }: Context,
  rawCode: string,
): Promise<CheckedDiscount> {
  const stored = await findDiscount(db.queries, normalizeCode(rawCode));
  const problem = discountProblem(stored?.terms, clock());
  return !stored || problem
    ? { success: false, message: discountProblemMessages[problem ?? 'unknown'] }
    : { success: true, discount: stored.discount };
}
