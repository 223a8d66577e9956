import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/buyers/buyers.ts';
import type { Context } from '#server/context.ts';
import { serve, succeed } from '#server/http/route.ts';
import { editNotes, readBuyer } from './buyers.ts';

export function buyerAdminRoutes(app: FastifyInstance, context: Context): void {
  serve(app, calls.readBuyer, async ({ query: { orderId } }) =>
    succeed({ buyer: await readBuyer(context, orderId) }),
  );

  serve(app, calls.editBuyerNotes, async ({ body, buyer: { uid } }) => {
    await editNotes(context, uid, body);
    return succeed({ buyer: await readBuyer(context, body.orderId) });
  });
}
