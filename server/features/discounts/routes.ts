import type { FastifyInstance } from 'fastify';
import { describeDiscountProblem } from '#contract/discounts/discount-messages.ts';
import { applyDiscount, validateDiscount } from '#contract/discounts/discounts.ts';
import {
  type Discount,
  discountAmount,
  discountProblem,
  isForProduct,
  missingAmount,
} from '#domain/discounts/discounts.ts';
import { sumLines } from '#domain/orders/pricing.ts';
import type { Buyer } from '#domain/people/buyer.ts';
import { choosePins, type PricedChoice, priceLines } from '#domain/pins/choice.ts';
import { pinsOf } from '#domain/settings/settings.ts';
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
      const pinsTotal = await reducedTotal(context, body, checked.discount);
      // The client's total and its list of pictures may contradict each other.
      const reduction = Math.min(body.orderTotal, discountAmount(pinsTotal, checked.discount));
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
type CodeCheck = Pins & { code: string; buyer: Buyer };

/** The pins' price in pesos, and the items when the client sends them. */
type Pins = { orderTotal: number; images?: readonly PricedChoice[] | undefined };

/** Returns the price of the pins that the code applies to, in pesos. */
async function reducedTotal(
  { settings }: Context,
  { orderTotal, images }: Pins,
  discount: Discount,
): Promise<number> {
  if (!discount.products || !images) return orderTotal;
  const lines = priceLines(choosePins(images, pinsOf((await settings.current()).settings)));
  return sumLines(lines.filter(({ pin }) => isForProduct(discount, pin.id)));
}

/**
 * Returns whether a code can be used now, without using it. Whether a guest has used it is checked
 * only by the order: here a client could check another person's e-mail.
 */
export async function checkDiscount(
  { db, clock, settings }: Context,
  { code, orderTotal, images, buyer }: CodeCheck,
): Promise<CheckedDiscount> {
  const stored = await findDiscount(db.queries, code);
  const isPerBuyer = stored?.terms.oncePerBuyer === true && buyer !== null;
  const hasUsed =
    isPerBuyer && (await hasUsedCode(db.queries, stored.discount.code, codeBuyer(buyer, null)));
  const products =
    stored?.terms.products && images
      ? choosePins(images, pinsOf((await settings.current()).settings)).map(({ pin }) => pin.id)
      : undefined;
  const use = { now: clock(), orderTotal, hasUsed, products };
  const problem = discountProblem(stored?.terms, use);
  if (stored && !problem) return { success: true, discount: stored.discount };
  const message = describeDiscountProblem(problem ?? 'unknown', { ...stored?.terms, orderTotal });
  return stored && problem === 'below_minimum'
    ? { success: false, message, missingAmount: missingAmount(stored.terms, orderTotal) }
    : { success: false, message };
}
