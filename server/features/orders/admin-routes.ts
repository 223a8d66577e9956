import type { FastifyInstance } from 'fastify';
import { openOrder as openOrderRoute } from '#contract/orders/opened-orders.ts';
import * as calls from '#contract/orders/orders-admin-calls.ts';
import * as sales from '#contract/payments/sales.ts';
import type { Context } from '#server/context.ts';
import { readDetail } from '#server/features/admin/order-detail.ts';
import { answerCancelRequest } from '#server/features/aftersales/cancel/cancel-order.ts';
import { complaintAdminRoutes } from '#server/features/aftersales/complaints/complaint-routes.ts';
import { documentAdminRoutes } from '#server/features/payments/documents/document-routes.ts';
import { readOrderStats } from '#server/features/payments/figures.ts';
import { receiptAdminRoutes } from '#server/features/payments/receipts/receipt-routes.ts';
import { countSales, exportSales } from '#server/features/payments/sales/count-sales.ts';
import { serve, serveFile, succeed } from '#server/http/route.ts';
import { deleteOrder, listBin, restoreOrder } from './change/bin.ts';
import {
  changeStatus,
  correctAddress,
  editInternalNotes,
  editNotes,
  recordPayment,
  recordShipping,
  removePayment,
} from './change/edit-order.ts';
import {
  changed,
  changeEach,
  changeTarget,
  changeWith,
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
import { KEY_DOCS, readIdempotencyKey } from './idempotency-key.ts';
import { listOrders } from './list-orders.ts';
import { openOrder } from './opened/open-order.ts';

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

  const change = changeWith(context);
  const answered = ({ accept }: { accept: boolean }) =>
    accept ? 'Pedido cancelado' : 'El pedido sigue';
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
  serve(app, calls.answerCancelRequest, change(answered, answerCancelRequest));
  serve(app, calls.editOrderNotes, change('Notas guardadas', editNotes));
  serve(app, calls.editInternalNotes, change('Nota interna guardada', editInternalNotes));
  serve(app, calls.recordPayment, change('Pago registrado', recordPayment));
  serve(app, calls.removePayment, change('Pago anulado', removePayment));
  serve(app, calls.recordPayments, async ({ body: { orders, payment }, buyer }) =>
    succeed(
      await changeEach(context, buyer.uid, orders, (target) =>
        payment ? recordPayment(context, target, payment) : removePayment(context, target),
      ),
    ),
  );
  serve(app, calls.recordShipping, change('Envío guardado', recordShipping));
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
