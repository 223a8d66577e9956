import type { FastifyInstance } from 'fastify';
import { openOrder as openOrderRoute } from '#contract/opened-orders.ts';
import * as calls from '#contract/orders-admin-calls.ts';
import * as sales from '#contract/sales.ts';
import type { Context } from '#server/context.ts';
import { serve, serveFile, succeed } from '#server/http/route.ts';
import { answerCancelRequest } from './cancel/cancel-order.ts';
import { deleteOrder, listBin, restoreOrder } from './change/bin.ts';
import {
  changeStatus,
  correctAddress,
  editInternalNotes,
  editNotes,
  recordPayment,
  recordShipping,
} from './change/edit-order.ts';
import { changed, changeEach, changeTarget, tagVersion } from './change-call.ts';
import { complaintAdminRoutes } from './complaints/complaint-routes.ts';
import { documentAdminRoutes } from './documents/document-routes.ts';
import {
  downloadPicture,
  downloadPictures,
  noteExport,
  noteOriginals,
} from './download/download-pictures.ts';
import { exportOrders } from './download/export-orders.ts';
import { readOrderStats } from './figures.ts';
import { KEY_DOCS, readIdempotencyKey } from './idempotency-key.ts';
import { listOrders } from './list-orders.ts';
import { openOrder } from './opened/open-order.ts';
import { readDetail } from './read/read-detail.ts';
import { receiptAdminRoutes } from './receipts/receipt-routes.ts';
import { countSales, exportSales } from './sales/count-sales.ts';

export function orderAdminRoutes(app: FastifyInstance, context: Context): void {
  receiptAdminRoutes(app, context);
  documentAdminRoutes(app, context);
  complaintAdminRoutes(app, context);

  serve(app, calls.listAdminOrders, async ({ query: { limit, cursor, ...filter } }) =>
    succeed(await listOrders(context, filter, { limit, cursor })),
  );
  serve(
    app,
    openOrderRoute,
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
  serve(app, calls.readOrderStats, async () => succeed({ stats: await readOrderStats(context) }));
  serve(app, sales.readSales, async ({ query }) => succeed(await countSales(context, query)));
  serveFile(app, sales.exportSales, ({ query }) => exportSales(context, query));
  serve(app, calls.listBin, async ({ query }) => succeed(await listBin(context, query)));
  serve(app, calls.readAdminOrder, async ({ params, reply }) => {
    const order = await readDetail(context, params.id);
    tagVersion(reply, order);
    return succeed({ order });
  });

  serve(app, calls.changeOrderStatus, async (call) =>
    changed(call, 'Estado actualizado', await changeStatus(context, changeTarget(call), call.body)),
  );
  for (const route of [calls.changeOrderStatuses, calls.changeOrderStatusesByPost]) {
    serve(app, route, async ({ body: { orders, ...change }, buyer }) =>
      succeed(
        await changeEach(buyer.uid, orders, (target) => changeStatus(context, target, change)),
      ),
    );
  }
  serve(app, calls.answerCancelRequest, async (call) => {
    const order = await answerCancelRequest(context, changeTarget(call), call.body);
    return changed(call, call.body.accept ? 'Pedido cancelado' : 'El pedido sigue', order);
  });
  serve(app, calls.editOrderNotes, async (call) =>
    changed(call, 'Notas guardadas', await editNotes(context, changeTarget(call), call.body.notes)),
  );
  serve(app, calls.editInternalNotes, async (call) => {
    const { internalNotes } = call.body;
    const order = await editInternalNotes(context, changeTarget(call), internalNotes);
    return changed(call, 'Nota interna guardada', order);
  });
  serve(app, calls.recordPayment, async (call) =>
    changed(call, 'Pago registrado', await recordPayment(context, changeTarget(call), call.body)),
  );
  serve(app, calls.removePayment, async (call) =>
    changed(call, 'Pago anulado', await recordPayment(context, changeTarget(call), null)),
  );
  serve(app, calls.recordPayments, async ({ body: { orders, payment }, buyer }) =>
    succeed(
      await changeEach(buyer.uid, orders, (target) => recordPayment(context, target, payment)),
    ),
  );
  serve(app, calls.recordShipping, async (call) =>
    changed(call, 'Envío guardado', await recordShipping(context, changeTarget(call), call.body)),
  );
  serve(app, calls.correctAddress, async (call) => {
    const order = await correctAddress(context, changeTarget(call), call.body);
    return changed(call, 'Dirección corregida', order);
  });
  serve(app, calls.deleteOrder, async (call) => {
    await deleteOrder(context, changeTarget(call));
    return succeed({ message: `Pedido ${call.params.id} eliminado` });
  });
  serve(app, calls.restoreOrder, async (call) => {
    const order = await restoreOrder(context, changeTarget(call));
    return changed(call, `Pedido ${order.id} restaurado`, order);
  });

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
