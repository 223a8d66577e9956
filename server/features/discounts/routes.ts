import type { FastifyInstance } from 'fastify';
import { applyDiscount, validateDiscount } from '#contract/discounts.ts';
import { discountAmount } from '#domain/discounts.ts';
import type { Context } from '../../context.ts';
import { limitRate } from '../../http/limits.ts';
import { serve } from '../../http/route.ts';
import { checkDiscount } from './check-discount.ts';

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
