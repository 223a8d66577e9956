import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorMessages } from '#contract/base/messages.ts';
import type { BuyerOrder } from '#contract/orders/orders.ts';
import {
  type AdminOrderDetail,
  adminOrder,
  type OrderResult,
  type OrderVersions,
} from '#contract/orders/orders-admin.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Order } from '#domain/orders/order.ts';
import type { Context } from '#server/context.ts';
import { succeed } from '#server/http/route.ts';
import { type ChangeTarget, changeOrder, findLiveOrder, findOrderEvenDeleted } from './order.ts';
import { findOwnOrderId, type OrderOf, refuseOthers } from './order-link.ts';
import { presentAdminOrder, viewOrder, viewOwnOrder } from './present-order.ts';

type ChangeCall = {
  params: { id: string };
  buyer: { uid: string };
  request: FastifyRequest;
  reply: FastifyReply;
};

/**
 * Returns a function that makes the handler of a call that changes an order.
 * @param message says in Spanish what was done; it may depend on the body
 */
export function changeWith(context: Context) {
  return <Call extends ChangeCall & { body: unknown }>(
    message: string | ((body: Call['body']) => string),
    change: (context: Context, target: ChangeTarget, body: Call['body']) => Promise<Order>,
  ) =>
    (call: Call) =>
      changed(
        context,
        call,
        typeof message === 'string' ? message : message(call.body),
        change(context, changeTarget(call), call.body),
      );
}

/** Returns which order a call changes, who calls, and the version that it expects. */
export function changeTarget({ params: { id }, buyer, request }: ChangeCall): ChangeTarget {
  return { id, by: buyer.uid, version: readVersion(request) };
}

/** Returns the answer to such a call, with the order's version as its ETag. */
export async function changed(
  context: Context,
  { params: { id }, reply }: ChangeCall,
  message: string | ((order: Order) => string),
  change: Promise<Order>,
) {
  const after = await withFresh(context, id, change);
  const order = await context.detailOf(context.db.queries, after);
  tagVersion(reply, order);
  return succeed({ message: typeof message === 'string' ? message : message(after), order });
}

/**
 * Changes an order for its buyer, who has its link or its account.
 * @returns the order as its buyer sees it: masked with a token, whole with an account
 * @throws ShopError `unauthenticated`, `not_found`
 */
export async function changeOwnOrder(
  context: Context,
  of: OrderOf,
  decide: Parameters<typeof changeOrder>[2],
): Promise<BuyerOrder> {
  const id = await findOwnOrderId(context, of);
  const by = of.token === null ? (of.buyer?.uid ?? null) : null;
  await changeOrder(context, { id, by, version: null }, (order, tx) => {
    refuseOthers(context, order, of);
    return decide(order, tx);
  });
  return of.token === null ? viewOwnOrder(context, id) : viewOrder(context, of.token);
}

/** Returns an order with its history. @throws ShopError `not_found`, also for one in the bin */
export async function readDetail(context: Context, id: string): Promise<AdminOrderDetail> {
  const { queries } = context.db;
  const order = await findLiveOrder(queries, id);
  if (!order) throw new ShopError('not_found');
  return context.detailOf(queries, order);
}

/**
 * Awaits a change of an order, even of one in the bin; if the caller has not seen its version, the
 * error has the order.
 */
export async function withFresh<Result>(
  context: Context,
  id: string,
  change: Promise<Result>,
): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof ShopError && error.code === 'order_changed')) throw error;
    const { queries } = context.db;
    const fresh = await findOrderEvenDeleted(queries, id);
    if (!fresh) throw new ShopError('not_found');
    const order = await context.detailOf(queries, fresh);
    throw new ShopError('order_changed', { facts: { order } });
  }
}

export function tagVersion(reply: FastifyReply, { version }: AdminOrderDetail): void {
  reply.header('etag', `"${version}"`);
}

/** Changes orders one by one, each in its own transaction; returns each result and a summary. */
export async function changeEach(
  context: Context,
  by: string,
  orders: OrderVersions,
  change: (target: ChangeTarget) => Promise<Order>,
): Promise<{ message: string; results: OrderResult[] }> {
  const results: OrderResult[] = [];
  for (const { id, version = null } of orders) {
    const changeOne = () => withFresh(context, id, change({ id, by, version }));
    results.push(await resultOf(context, id, changeOne));
  }
  return { message: summary(results), results };
}

/** Returns the result of an order's change. @throws any error but a ShopError */
export async function resultOf(
  context: Context,
  id: string,
  change: () => Promise<Order>,
): Promise<OrderResult> {
  try {
    return { id, success: true, order: presentAdminOrder(await change(), context) };
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    return { id, success: false, ...refusal(error) };
  }
}

/** Returns the version in `If-Match`; 0, which no order has, for an invalid text. */
function readVersion({ headers }: FastifyRequest): number | null {
  const header = headers['if-match']?.trim();
  if (header === undefined || header === '*') return null;
  const [, version] = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header) ?? [];
  return version === undefined ? 0 : Number(version);
}

function refusal({ code, details }: ShopError): Omit<OrderResult, 'id' | 'success'> {
  const fresh = adminOrder.safeParse(details.facts?.order);
  return {
    code,
    message: details.message ?? errorMessages[code],
    ...(fresh.success ? { order: fresh.data } : {}),
  };
}

/** Returns in Spanish how many orders were changed. */
export function summary(results: readonly { success: boolean }[]): string {
  const done = results.filter(({ success }) => success).length;
  const noun = results.length === 1 ? 'pedido actualizado' : 'pedidos actualizados';
  return done === results.length ? `${done} ${noun}` : `${done} de ${results.length} ${noun}`;
}
