import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/discounts-admin.ts';
import { normalizeCode } from '#domain/discounts.ts';
import type { Context } from '../../context.ts';
import { serve, succeed } from '../../http/route.ts';
import { countCodes } from './count-codes.ts';
import { createCode, presentCode, removeCode, toggleCode } from './manage/codes.ts';
import { allCodes } from './repo.ts';

export function discountAdminRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  serve(app, calls.listDiscounts, async () => {
    const codes = await allCodes(db.queries);
    return succeed({ discountCodes: codes.map((code) => presentCode(code, context.publicUrl)) });
  });

  serve(app, calls.createDiscount, async ({ body, buyer }) => {
    const discountCode = await createCode(context, buyer.uid, body);
    return succeed({ message: `Código "${discountCode.code}" creado`, discountCode });
  });

  serve(app, calls.readDiscountStats, async () =>
    succeed({ stats: await countCodes(db.queries, context.clock()) }),
  );

  serve(app, calls.toggleDiscount, async ({ params, buyer }) => {
    const discountCode = await toggleCode(context, buyer.uid, normalizeCode(params.id));
    const state = discountCode.isActive ? 'activado' : 'desactivado';
    return succeed({ message: `Código "${discountCode.code}" ${state}`, discountCode });
  });

  serve(app, calls.deleteDiscount, async ({ params, buyer }) => {
    const code = normalizeCode(params.id);
    await removeCode(context, buyer.uid, code);
    return succeed({ message: `Código "${code}" eliminado` });
  });
}
