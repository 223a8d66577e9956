import type { FastifyInstance } from 'fastify';
import { describeDiscountProblem } from '#contract/discount-messages.ts';
import { applyDiscount, validateDiscount } from '#contract/discounts.ts';
import type { Buyer } from '#domain/buyer.ts';
import {
  type Discount,
  discountAmount,
  discountProblem,
  missingAmount,
} from '#domain/discounts.ts';
import type { Context } from '#server/context.ts';
import { limitRate } from '#server/http/limits.ts';
import { serve } from '#server/http/route.ts';
import { findDiscount } from './repo.ts';
import { codeBuyer, hasUsedCode } from './uses.ts';

export function discountRoutes(app: FastifyInstance, context: Context): void {
  const guessing = limitRate(context, { name: 'discount', points: 600, seconds: 600 });

  serve(app, validateDiscount, ({ body, buyer }) => checkDiscount(context, { ...body, buyer }), {
    onRequest: [guessing],
  });

  serve(
    app,
    applyDiscount,
    async ({ body, buyer }) => {
      const checked = await checkDiscount(context, { ...body, buyer });
      if (!checked.success) return checked;
      const reduction = discountAmount(body.orderTotal, checked.discount);
      return {
        ...checked,
        discountAmount: reduction,
        subtotalAfterDiscount: body.orderTotal - reduction,
      };
    },
    { onRequest: [guessing] },
  );
}

type CheckedDiscount =
  | { success: true; discount: Discount }
  | { success: false; message: string; missingAmount?: number };

/** A code to check; the price of the pins before shipping in pesos. */
type CodeCheck = { code: string; orderTotal: number; buyer: Buyer };

/**
 * Returns whether a code can be used now, without using it. Whether a guest has used it is checked only
 * by the order: here a client could check another person's e-mail.
 */
export async function checkDiscount(
  { db, clock }: Context,
  { code, orderTotal, buyer }: CodeCheck,
): Promise<CheckedDiscount> {
  const stored = await findDiscount(db.queries, code);
  const isPerBuyer = stored?.terms.oncePerBuyer === true && buyer !== null;
  const hasUsed =
    isPerBuyer && (await hasUsedCode(db.queries, stored.discount.code, codeBuyer(buyer, null)));
  const problem = discountProblem(stored?.terms, { now: clock(), orderTotal, hasUsed });
  if (stored && !problem) return { success: true, discount: stored.discount };
  const message = describeDiscountProblem(problem ?? 'unknown', { ...stored?.terms, orderTotal });
  return stored && problem === 'below_minimum'
    ? { success: false, message, missingAmount: missingAmount(stored.terms, orderTotal) }
    : { success: false, message };
}
