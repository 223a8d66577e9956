import type { OrderTerms } from '#contract/order-terms.ts';
import type { Discount } from '#domain/discounts.ts';
import { ShopError } from '#domain/errors.ts';
import { type Pricing, priceOrder, samePricing } from '#domain/pricing.ts';
import type { Settings } from '#domain/settings.ts';
import type { Tx } from '../../../db/types.ts';
import { codeBuyer } from '../../discounts/code-buyer.ts';
import { redeemDiscount } from '../../discounts/uses.ts';
import type { OrderRequest } from './order-request.ts';

type Agreeing = Pick<OrderRequest, 'body' | 'buyer'> & {
  now: number;
  settings: Settings;
  /** Today's, where the buyer saw others: a refusal names them with the price. */
  terms: OrderTerms | null;
};

/**
 * Takes the use of an order's code, where it has one, and checks what its buyer has seen.
 * @throws ShopError `discount_unavailable` with the price without it; `price_changed` with the right
 *   figures when the buyer saw others
 */
export async function agreePrice(
  tx: Tx,
  request: Agreeing,
): Promise<{ discount: Discount | null; pricing: Pricing }> {
  const discount = await redeem(tx, request);
  const pricing = price(request, discount);
  const { discountCode: _, ...shown } = request.body.deliveryData.pricing;
  if (!samePricing(pricing, shown)) {
    throw new ShopError('price_changed', { facts: factsOf(request, pricing) });
  }
  return { discount, pricing };
}

async function redeem(tx: Tx, request: Agreeing): Promise<Discount | null> {
  const { email, pricing: shown } = request.body.deliveryData;
  if (!shown.discountCode) return null;
  const pricing = price(request, null);
  try {
    return await redeemDiscount(tx, {
      rawCode: shown.discountCode,
      now: request.now,
      orderTotal: pricing.imagesTotal,
      buyer: codeBuyer(request.buyer, email),
    });
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    throw new ShopError(error.code, { ...error.details, facts: factsOf(request, pricing) });
  }
}

function factsOf({ terms }: Agreeing, pricing: Pricing) {
  return { pricing, ...(terms ? { terms } : {}) };
}

function price({ body, settings: { prices } }: Agreeing, discount: Discount | null): Pricing {
  const { images, deliveryData: to } = body;
  return priceOrder({ images, to, discount, prices });
}
