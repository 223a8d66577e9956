import type { FastifyInstance } from 'fastify';
import { describePlaced } from '#contract/base/messages.ts';
import { placeTrial as placeTrialCall } from '#contract/opening/opening.ts';
import * as opened from '#contract/orders/opened-orders.ts';
import type { BuyerOrder } from '#contract/orders/orders.ts';
import {
  createOrder,
  listOrders as listOwnCall,
  viewOrder as viewOrderRoute,
} from '#contract/orders/orders.ts';
import * as calls from '#contract/orders/orders-admin-calls.ts';
import { toPricing } from '#contract/orders/pricing.ts';
import * as quotes from '#contract/orders/quotes.ts';
import type { OpeningState } from '#domain/opening/opening.ts';
import { furtherCharges } from '#domain/orders/pricing.ts';
import { ownerOf } from '#domain/people/buyer.ts';
import type { Context } from '#server/context.ts';
import { KEY_DOCS, readIdempotencyKey } from '#server/http/idempotency-key.ts';
import { limitRate } from '#server/http/limits.ts';
import { serve, serveFile, succeed } from '#server/http/route.ts';
import { correctAddress, editInternalNotes, editNotes } from './change/edit-order.ts';
import {
  changed,
  changeEach,
  changeTarget,
  changeWith,
  readDetail,
  tagVersion,
  withFresh,
} from './change-call.ts';
import {
  downloadPicture,
  downloadPictures,
  noteExport,
  noteOriginals,
} from './download/download-pictures.ts';
import { exportOrders } from './download/export-orders.ts';
import { firstToken, readToken } from './order-link.ts';
import { addPictures, viewOpenedOrder } from './place/add-pictures.ts';
import { openOrder } from './place/open-order.ts';
import { placeOrder } from './place/place-order.ts';
import { placeTrial } from './place-trial.ts';
import { presentBuyerOrder, presentQuote, readShown, viewOrder } from './present-order.ts';
import { acceptQuote, findQuote } from './quotes/accept-quote.ts';
import { listBin, listOrders, listOwnOrders } from './read/list-orders.ts';
import { changeStatus, deleteOrder, restoreOrder } from './set-status.ts';

const confirm = (deliveryData: BuyerOrder['deliveryData']) =>
  describePlaced(deliveryData, { isFree: deliveryData.pricing.totalAmount === 0 });

export function orderRoutes(app: FastifyInstance, context: Context): void {
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
      return succeed({ message: confirm(order.deliveryData), order, token });
    },
    {
      onRequest: [
        limitRate(context, { name: 'order', points: 1200, seconds: 3600 }),
        limitRate(context, { name: 'order_day', points: 5000, seconds: 86_400 }),
      ],
      docs: KEY_DOCS,
    },
  );

  serve(app, listOwnCall, async ({ buyer, query }) =>
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
    quotes.viewQuote,
    async ({ body: { token } }) => {
      const { order, quote } = await findQuote(context, token);
      const { lines: items, cost } = quote;
      const summary = presentQuote(quote, order, context.clock());
      const charges = furtherCharges(cost);
      const pricing = toPricing({ ...cost, lines: items });
      return succeed({ quote: { ...summary, orderId: order.id, items, charges, pricing } });
    },
    { onRequest: [limitRate(context, { name: 'quote-view', points: 300, seconds: 600 })] },
  );
  serve(
    app,
    quotes.acceptQuote,
    async ({ body, request }) => {
      const accepted = await acceptQuote(context, { ...body, address: request.ip });
      const { link } = accepted;
      const order = presentBuyerOrder(accepted.order, await readShown(context));
      return succeed({
        ...{ message: confirm(order.deliveryData), order },
        token: await readToken(context, order.id),
        ...(link === null ? {} : { link }),
      });
    },
    { onRequest: [limitRate(context, { name: 'quote-accept', points: 60, seconds: 3600 })] },
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

export function orderAdminRoutes(app: FastifyInstance, context: Context): void {
  serve(app, calls.listAdminOrders, async ({ query: { limit, cursor, ...filter } }) =>
    succeed(await listOrders(context, filter, { limit, cursor })),
  );
  serve(
    app,
    opened.openOrder,
    async ({ body, buyer, request, reply }) => {
      const attempt = { body, by: buyer.uid, key: readIdempotencyKey(request) };
      const { order, link, replayed } = await openOrder(context, attempt);
      if (replayed) reply.header('idempotency-replayed', 'true');
      request.log.info({ order: order.id, replayed }, 'order opened');
      tagVersion(reply, order);
      return succeed({ message: `Pedido ${order.id} creado`, order, link });
    },
    { docs: KEY_DOCS },
  );
  serve(app, calls.listBin, async ({ query }) => succeed(await listBin(context, query)));
  serve(app, calls.readAdminOrder, async ({ params, reply }) => {
    const order = await readDetail(context, params.id);
    tagVersion(reply, order);
    return succeed({ order });
  });

  const change = changeWith(context);
  serve(app, calls.changeOrderStatus, change('Estado actualizado', changeStatus));
  for (const route of [calls.changeOrderStatuses, calls.changeOrderStatusesByPost]) {
    serve(app, route, async ({ body: { orders, ...body }, buyer }) =>
      succeed(
        await changeEach(context, buyer.uid, orders, (target) =>
          changeStatus(context, target, body),
        ),
      ),
    );
  }
  serve(app, calls.editOrderNotes, change('Notas guardadas', editNotes));
  serve(app, calls.editInternalNotes, change('Nota interna guardada', editInternalNotes));
  serve(app, calls.correctAddress, change('Dirección corregida', correctAddress));
  serve(app, calls.deleteOrder, async (call) => {
    await withFresh(context, call.params.id, deleteOrder(context, changeTarget(call)));
    return succeed({ message: `Pedido ${call.params.id} eliminado` });
  });
  serve(app, calls.restoreOrder, (call) =>
    changed(
      context,
      call,
      `Pedido ${call.params.id} restaurado`,
      restoreOrder(context, changeTarget(call)),
    ),
  );

  serveFile(app, calls.exportOrders, (call) =>
    noteExport(context, call, exportOrders(context, call.query)),
  );
  serveFile(app, calls.downloadPictures, async (call) =>
    noteOriginals(context, call, await downloadPictures(context, call.params.id)),
  );
  serveFile(app, calls.downloadPicture, async (call) => {
    const { id, n } = call.params;
    return noteOriginals(context, call, await downloadPicture(context, id, n));
  });
}

/**
 * The trial order of a shop that is about to open.
 * @param markTrial notes that it was placed, and returns the steps before opening
 */
export function trialRoutes(
  app: FastifyInstance,
  context: Context,
  markTrial: (context: Context) => Promise<OpeningState[]>,
): void {
  serve(
    app,
    placeTrialCall,
    async ({ buyer, request }) => {
      const trial = await placeTrial(context, { buyer, address: request.ip });
      return succeed({ steps: await markTrial(context), trial });
    },
    { onRequest: [limitRate(context, { name: 'trial-order', points: 20, seconds: 3600 })] },
  );
}
