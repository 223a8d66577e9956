import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import * as orderCalls from '#contract/orders/orders-admin-calls.ts';
import * as calls from '#contract/payments/online-payment.ts';
import * as adminCalls from '#contract/payments/online-payment-admin.ts';
import * as noted from '#contract/payments/payments-admin.ts';
import { refundOrder } from '#contract/payments/refunds-admin.ts';
import * as sales from '#contract/payments/sales.ts';
import { handlePayment, unhandlePayment } from '#contract/payments/stray-payments.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Order } from '#domain/orders/order.ts';
import { hasMoney } from '#domain/payments/attempt.ts';
import type { Context } from '#server/context.ts';
import {
  changed,
  changeEach,
  changeTarget,
  changeWith,
} from '#server/features/orders/change-call.ts';
import { requireFreshSignIn } from '#server/features/people/authorize.ts';
import { KEY_DOCS, readIdempotencyKey } from '#server/http/idempotency-key.ts';
import { limitRate } from '#server/http/limits.ts';
import { serve, serveFile, succeed } from '#server/http/route.ts';
import { within } from '#server/lib/within.ts';
import { noteBankNews } from './bank-news.ts';
import { beginPayment } from './begin-payment.ts';
import { changePayment } from './change-payment.ts';
import { closeDay, exportDay } from './close-day.ts';
import { documentAdminRoutes, documentRoutes } from './documents/document-routes.ts';
import { enqueueNotice } from './enqueue-reading.ts';
import { receiptAdminRoutes, receiptRoutes } from './receipts/receipt-routes.ts';
import { addPayment, dropPayment, recordPayment, removePayment } from './record-payment.ts';
import { refundPayment, usualWay } from './refund-payment.ts';
import { noteRefund } from './refunds.ts';
import { findPayment } from './repo.ts';
import { findReturnPage, hasSecret } from './return-address.ts';
import { countSales, exportSales } from './sales/count-sales.ts';
import { settlePayment } from './settle-payment.ts';
import { statementRoutes } from './statements/statement-routes.ts';
import { setHandled } from './stray-payments.ts';

const HEADERS = {
  type: 'object',
  properties: { 'Idempotency-Key': { type: 'string' } },
  required: ['Idempotency-Key'],
};
/** How long a returning buyer waits for the provider; after that a job reads the result. */
const RETURN_MS = 10_000;

export async function paymentRoutes(app: FastifyInstance, context: Context): Promise<void> {
  receiptRoutes(app, context);
  documentRoutes(app, context);
  serve(
    app,
    calls.beginPayment,
    async ({ body, buyer, request }) => {
      const { payments } = context;
      if (!payments) throw new ShopError('not_found');
      const key = readIdempotencyKey(request);
      if (key === null) throw new ShopError('idempotency_key_invalid');
      const fail = (reason: string) =>
        request.log.warn({ provider: payments.provider, reason }, 'payment not begun');
      const { whole, ...of } = body;
      return succeed(
        await beginPayment(context, payments, { of: { ...of, buyer }, key, whole, fail }),
      );
    },
    {
      onRequest: [limitRate(context, { name: 'payment', points: 120, seconds: 3600 })],
      docs: { documented: { headers: HEADERS } },
    },
  );
  receiveNotices(app, context);
  // Each in a scope of its own, with its own parser of bodies.
  const inScope =
    (receive: typeof receiveReturns): FastifyPluginAsync =>
    async (scope) =>
      receive(scope, context);
  await app.register(inScope(receiveReturns));
  await app.register(inScope(receiveBankNotices));
}

type Returned = {
  Params: { provider: string; secret?: string };
  Querystring: Record<string, unknown>;
};

/** The provider's page redirects the buyer here, by a GET or by a form. */
function receiveReturns(scope: FastifyInstance, context: Context): void {
  takeBodies(scope, (form) => Object.fromEntries(new URLSearchParams(form)));
  const limit = limitRate(context, { name: 'payment-return', points: 300, seconds: 600 });
  // The client is a person's browser: after an error it gets the home page, not JSON.
  scope.setErrorHandler((error, request, reply) => {
    request.log.info({ err: error }, 'return not read');
    return reply.redirect(`${context.publicUrl}/`, 303);
  });
  for (const path of ['return', 'return/:secret']) {
    scope.route<Returned>({
      method: ['GET', 'POST'],
      url: `/api/payments/:provider/${path}`,
      exposeHeadRoute: false,
      config: { auth: 'none' },
      schema: { hide: true },
      onRequest: [limit],
      handler: async (request, reply) => {
        const seen = await readReturn(context, request);
        reply.header('cache-control', 'no-store');
        return reply.redirect(seen ?? `${context.publicUrl}/`, 303);
      },
    });
  }
}

/**
 * Has a returning buyer's payment read at the provider: nothing in the address is proof of it.
 * @returns the URL of the order's page, only for the attempt's secret (see `findReturnPage`)
 */
async function readReturn(
  context: Context,
  request: FastifyRequest<Returned>,
): Promise<string | null> {
  const { payments, db } = context;
  if (payments?.provider !== request.params.provider) return null;
  const read = payments.readReturn({ ...textsOf(request.query), ...textsOf(request.body) });
  const { provider } = payments;
  const found = read && (await findPayment(db.queries, { provider, ...read.by }));
  if (!found) return null;
  const isOwn = hasSecret(context, found, request.params.secret);
  // The attempt's number is in lists and mails; the provider's token only in the buyer's browser.
  if (!isOwn && !('token' in read.by)) return null;
  const page = isOwn ? await findReturnPage(context, payments, found) : null;
  const { kind, providerId } = read;
  if (page !== null && kind !== 'returned') {
    await changePayment(context, found.id, () => ({ event: { type: 'left', as: kind } }));
  }
  // A repeated return of a payment that is known already.
  if (hasMoney(found) && [null, found.provider_id].includes(providerId)) return page;
  await within(RETURN_MS, () =>
    settlePayment(context, payments, found.id, { isReturned: kind === 'returned', providerId })
      .then((settled) => {
        const reason = settled?.failure?.message;
        if (reason) request.log.warn({ provider: payments.provider, reason }, 'payment not read');
      })
      .catch((error: unknown) => request.log.error({ err: error }, 'payment not settled')),
  );
  return page;
}

/** Takes bodies of any content type, such as providers' forms, which the shop's other calls reject. */
function takeBodies(scope: FastifyInstance, read: (text: string) => unknown): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, text: string) =>
    read(text),
  );
}

function textsOf(sent: unknown): Record<string, string> {
  const entries = Object.entries(typeof sent === 'object' && sent !== null ? sent : {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Receives the provider's notices (webhooks): a job then reads the payment at the provider. */
function receiveNotices(app: FastifyInstance, context: Context): void {
  app.post<{ Querystring: Record<string, unknown> }>('/api/payments/mercadopago/notice', {
    config: { auth: 'none' },
    schema: { hide: true },
    onRequest: [limitRate(context, { name: 'payment-notice', points: 1200, seconds: 600 })],
    handler: async ({ headers, query, body }) => {
      const { payments } = context;
      if (payments?.provider !== 'mercadopago') throw new ShopError('not_found');
      const read = payments.readNotice({ headers, query, body });
      if (read === 'forged') throw new ShopError('unauthenticated');
      if (read) await enqueueNotice(context, read);
      return succeed({});
    },
  });
}

/** Longer than any notice of it. */
const BANK_NOTICE_BYTES = 16_384;

/** Receives Fintoc's notices, whose signature is of the body as it was sent. */
function receiveBankNotices(scope: FastifyInstance, context: Context): void {
  takeBodies(scope, (text) => text);
  scope.post<{ Body: unknown }>('/api/payments/fintoc/notice', {
    bodyLimit: BANK_NOTICE_BYTES,
    config: { auth: 'none' },
    schema: { hide: true },
    onRequest: [limitRate(context, { name: 'bank-notice', points: 300, seconds: 600 })],
    handler: async ({ headers, body }) => {
      if (!context.bank.feed) throw new ShopError('not_found');
      const signature = String(headers['fintoc-signature'] ?? '');
      const isSigned = await noteBankNews(context, { signature, body: String(body ?? '') });
      if (!isSigned) throw new ShopError('unauthenticated');
      return succeed({});
    },
  });
}

type HandleCall = { params: { id: string }; buyer: { uid: string } };

export function paymentAdminRoutes(app: FastifyInstance, context: Context): void {
  receiptAdminRoutes(app, context);
  documentAdminRoutes(app, context);
  statementRoutes(app, context);

  serve(app, sales.readSales, async ({ query }) => succeed(await countSales(context, query)));
  serveFile(app, sales.exportSales, ({ query }) => exportSales(context, query));

  const change = changeWith(context);
  serve(app, orderCalls.recordPayment, change('Pago registrado', recordPayment));
  serve(app, orderCalls.removePayment, change('Pago anulado', removePayment));
  serve(app, orderCalls.recordPayments, async ({ body: { orders, payment }, buyer }) =>
    succeed(
      await changeEach(context, buyer.uid, orders, (target) =>
        payment
          ? recordPayment(context, target, payment)
          : removePayment(context, target, { isLastOnly: true }),
      ),
    ),
  );

  serve(
    app,
    noted.addPayment,
    (call) => {
      const added = { body: call.body, key: readIdempotencyKey(call.request) };
      return changed(context, call, 'Pago anotado', addPayment(context, changeTarget(call), added));
    },
    { docs: KEY_DOCS },
  );
  serve(app, noted.dropPayment, (call) =>
    changed(
      context,
      call,
      'Pago quitado',
      dropPayment(context, changeTarget(call), call.params.paymentId),
    ),
  );

  serve(
    app,
    refundOrder,
    async (call) => {
      const { params, buyer, body } = call;
      const { how: asked, ...refund } = body;
      const key = readIdempotencyKey(call.request);
      const how = asked ?? (await usualWay(context.db.queries, params.id, key));
      const target = changeTarget(call);
      if (how !== 'online') {
        const noted = noteRefund(context, target, { ...refund, how }, key);
        return changed(context, call, 'Devolución anotada', noted);
      }
      requireFreshSignIn(context, buyer);
      const refunded = refundPayment(context, target, refund, key);
      const isPending = (order: Order) => order.attempts.some(({ state }) => state === 'refunding');
      const message = (order: Order) =>
        isPending(order) ? 'Devolución en curso' : 'Devolución hecha';
      return changed(context, call, message, refunded);
    },
    { docs: KEY_DOCS },
  );

  const handle = (isHandled: boolean, message: string) => async (call: HandleCall) => {
    await setHandled(context, { id: call.params.id, by: call.buyer.uid, isHandled });
    return succeed({ message });
  };
  serve(app, handlePayment, handle(true, 'Pago revisado'));
  serve(app, unhandlePayment, handle(false, 'El pago vuelve a la lista'));

  // Each call requests every payment of the day at the provider.
  const limits = {
    onRequest: [limitRate(context, { name: 'payments-of-day', points: 60, seconds: 600 })],
  };
  serve(
    app,
    adminCalls.listPayments,
    async ({ query }) => succeed(await closeDay(context, query.day)),
    limits,
  );
  serveFile(app, adminCalls.exportPayments, ({ query }) => exportDay(context, query.day), limits);
}
