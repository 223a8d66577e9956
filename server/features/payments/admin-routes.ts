import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/online-payment-admin.ts';
import type { Context } from '#server/context.ts';
import { changed } from '#server/features/orders/change-call.ts';
import { requireFreshSignIn } from '#server/features/people/authorize.ts';
import { limitRate } from '#server/http/limits.ts';
import { serve, serveFile, succeed } from '#server/http/route.ts';
import { closeDay, exportDay } from './close-day.ts';
import { refundPayment } from './refund-payment.ts';

export function paymentAdminRoutes(app: FastifyInstance, context: Context): void {
  serve(app, calls.refundPayment, async (call) => {
    const { params, buyer, body } = call;
    requireFreshSignIn(context, buyer);
    const order = await refundPayment(context, {
      ...{ orderId: params.id, by: buyer.uid, amount: body.amount ?? null },
    });
    const isPending = order.onlinePayment?.state === 'refunding';
    return changed(call, isPending ? 'Devolución en curso' : 'Devolución hecha', order);
  });

  // Each asks the provider of every payment.
  const limits = {
    onRequest: [limitRate(context, { name: 'payments-of-day', points: 60, seconds: 600 })],
  };
  serve(
    app,
    calls.listPayments,
    async ({ query }) => succeed({ payments: await closeDay(context, query.day) }),
    limits,
  );
  serveFile(app, calls.exportPayments, ({ query }) => exportDay(context, query.day), limits);
}
