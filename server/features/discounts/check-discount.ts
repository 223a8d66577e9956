import { discountProblemMessages } from '#contract/messages.ts';
import { type Discount, discountProblem, normalizeCode } from '#domain/discounts.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/types.ts';
import { findDiscount } from './repo.ts';
import { takeUse } from './uses.ts';

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

/**
 * Takes one use of a code for an order, within the order's transaction.
 * @throws ShopError `discount_unavailable`, saying why
 */
export async function redeemDiscount(
  tx: Tx,
  { rawCode, now }: { rawCode: string; now: number },
): Promise<Discount> {
  const code = normalizeCode(rawCode);
  const discount = await takeUse(tx, code, now);
  if (discount) return discount;
  const stored = await findDiscount(tx, code);
  const problem = discountProblem(stored?.terms, now) ?? 'used_up';
  throw new ShopError('discount_unavailable', { message: discountProblemMessages[problem] });
}
