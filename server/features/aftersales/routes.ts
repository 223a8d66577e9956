import type { FastifyInstance } from 'fastify';
import * as changes from '#contract/aftersales/change-requests.ts';
import { cancelOrder as cancelOrderRoute } from '#contract/orders/orders.ts';
import { answerCancelRequest as answerRoute } from '#contract/orders/orders-admin-calls.ts';
import type { Context } from '#server/context.ts';
import { changeWith } from '#server/features/orders/change-call.ts';
import { limitRate } from '#server/http/limits.ts';
import { serve, succeed } from '#server/http/route.ts';
import { answerCancelRequest, cancelOrder } from './cancel/cancel-order.ts';
import { answerChange, requestChange } from './change/change-requests.ts';
import { complaintAdminRoutes, complaintRoutes } from './complaints/complaint-routes.ts';

export function aftersalesRoutes(app: FastifyInstance, context: Context): void {
  complaintRoutes(app, context);
  serve(
    app,
    cancelOrderRoute,
    async ({ body: { reason, ...of }, buyer, request, reply }) => {
      const order = await cancelOrder(context, { ...of, buyer, address: request.ip }, reason);
      if (order.cancelRequested) reply.code(202);
      return succeed({ order });
    },
    { onRequest: [limitRate(context, { name: 'order-cancel', points: 60, seconds: 3600 })] },
  );
  serve(
    app,
    changes.requestChange,
    async ({ body, buyer }) => succeed({ order: await requestChange(context, { ...body, buyer }) }),
    { onRequest: [limitRate(context, { name: 'order-change', points: 60, seconds: 3600 })] },
  );
}

export function aftersalesAdminRoutes(app: FastifyInstance, context: Context): void {
  complaintAdminRoutes(app, context);
  const change = changeWith(context);
  serve(app, changes.answerChange, change('Respuesta enviada', answerChange));
  const answered = ({ accept }: { accept: boolean }) =>
    accept ? 'Pedido cancelado' : 'El pedido sigue';
  serve(app, answerRoute, change(answered, answerCancelRequest));
}
