import { describeDiscountProblem } from '#contract/discount-messages.ts';
import type { Buyer } from '#domain/buyer.ts';
import { type Discount, discountProblem, missingAmount, normalizeCode } from '#domain/discounts.ts';
import type { Context } from '../../context.ts';
import { codeBuyer, hasUsedCode } from './code-buyer.ts';
import { findDiscount } from './repo.ts';

export type CheckedDiscount =
  | { success: true; discount: Discount }
  | { success: false; message: string; missingAmount?: number };

/** A code that somebody asks about; the price of the pins before shipping in pesos. */
type Asked = { code: string; orderTotal: number; buyer: Buyer };

/**
 * Tells whether a code can be used now; takes no use. Whether a guest has used it is told by the
 * order alone: here anybody could ask about anybody's e-mail.
 */
export async function checkDiscount(
  { db, clock }: Context,
  { code: rawCode, orderTotal, buyer }: Asked,
): Promise<CheckedDiscount> {
  const code = normalizeCode(rawCode);
  const stored = await findDiscount(db.queries, code);
  const asksWho = stored?.terms.oncePerBuyer === true && buyer !== null;
  const hasUsed = asksWho && (await hasUsedCode(db.queries, code, codeBuyer(buyer, null)));
  const problem = discountProblem(stored?.terms, { now: clock(), orderTotal, hasUsed });
  if (stored && !problem) return { success: true, discount: stored.discount };
  const message = describeDiscountProblem(problem ?? 'unknown', { ...stored?.terms, orderTotal });
  return stored && problem === 'below_minimum'
    ? { success: false, message, missingAmount: missingAmount(stored.terms, orderTotal) }
    : { success: false, message };
}
