import type { FastifyInstance } from 'fastify';
import { describePlaced } from '#contract/base/messages.ts';
import * as opened from '#contract/orders/opened-orders.ts';
import {
  cancelOrder as cancelOrderRoute,
  createOrder,
  listOrders,
  viewOrder as viewOrderRoute,
} from '#contract/orders/orders.ts';
import { ownerOf } from '#domain/people/buyer.ts';
import type { Context } from '#server/context.ts';
import { cancelOrder } from '#server/features/aftersales/cancel/cancel-order.ts';
import { complaintRoutes } from '#server/features/aftersales/complaints/complaint-routes.ts';
import { documentRoutes } from '#server/features/payments/documents/document-routes.ts';
import { receiptRoutes } from '#server/features/payments/receipts/receipt-routes.ts';
import { limitRate } from '#server/http/limits.ts';
import { serve, succeed } from '#server/http/route.ts';
import { KEY_DOCS, readIdempotencyKey } from './idempotency-key.ts';
import { addPictures, viewOpenedOrder } from './opened/add-pictures.ts';
import { firstToken, readToken } from './order-link.ts';
import { listOwnOrders, viewOrder } from './own-orders.ts';
import { placeOrder } from './place/place-order.ts';

export function orderRoutes(app: FastifyInstance, context: Context): void {
  receiptRoutes(app, context);
  documentRoutes(app, context);
  complaintRoutes(app, context);
  serve(
    app,
    createOrder,
    async ({ body, buyer, request, reply }) => {
      const key = readIdempotencyKey(request);
      const attempt = { body, buyer, key, address: request.ip };
      const { order, replayed } = await placeOrder(context, attempt);
      if (replayed) reply.header('idempotency-replayed', 'true');
      request.log.info({ order: order.id, replayed }, 'order placed');
      // Its links may have been revoked since it was placed.
      const token = replayed ? await readToken(context, order.id) : firstToken(context, order.id);
      return succeed({ message: describePlaced(order.deliveryData), order, token });
    },
    {
      onRequest: [
        limitRate(context, { name: 'order', points: 1200, seconds: 3600 }),
        limitRate(context, { name: 'order_day', points: 5000, seconds: 86_400 }),
      ],
      docs: KEY_DOCS,
    },
  );

  serve(app, listOrders, async ({ buyer, query }) =>
    succeed(await listOwnOrders(context, ownerOf(buyer), query)),
  );

  serve(
    app,
    viewOrderRoute,
    async ({ body }) => succeed({ order: await viewOrder(context, body.token) }),
    { onRequest: [limitRate(context, { name: 'order-view', points: 300, seconds: 600 })] },
  );
  serve(
    app,
    cancelOrderRoute,
    async ({ body: { reason, ...of }, buyer, reply }) => {
      const order = await cancelOrder(context, { ...of, buyer }, reason);
      if (order.cancelRequested) reply.code(202);
      return succeed({ order });
    },
    { onRequest: [limitRate(context, { name: 'order-cancel', points: 60, seconds: 3600 })] },
  );
  serve(
    app,
    opened.viewOpenedOrder,
    async ({ body: { token } }) => succeed(await viewOpenedOrder(context, token)),
    { onRequest: [limitRate(context, { name: 'opened-view', points: 600, seconds: 3600 })] },
  );
  serve(
    app,
    opened.addPictures,
    async ({ body, request }) => {
      const token = await addPictures(context, { ...body, address: request.ip });
      return succeed({ message: '¡Gracias! Ya tenemos tus imágenes', token });
    },
    { onRequest: [limitRate(context, { name: 'opened-pictures', points: 300, seconds: 3600 })] },
  );
}
