import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorMessages } from '#contract/messages.ts';
import {
  type AdminOrder,
  type AdminOrderDetail,
  adminOrder,
  type OrderResult,
  type OrderVersions,
} from '#contract/orders-admin.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import { succeed } from '#server/http/route.ts';
import type { ChangeTarget } from './change-order.ts';

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
    change: (
      context: Context,
      target: ChangeTarget,
      body: Call['body'],
    ) => Promise<AdminOrderDetail>,
  ) =>
    async (call: Call) => {
      const order = await change(context, changeTarget(call), call.body);
      return changed(call, typeof message === 'string' ? message : message(call.body), order);
    };
}

/** Returns which order a call changes, who calls, and the version that it expects. */
export function changeTarget({ params: { id }, buyer, request }: ChangeCall): ChangeTarget {
  return { id, by: buyer.uid, version: readVersion(request) };
}

/** Returns the answer to such a call, with the order's version as its ETag. */
export function changed({ reply }: ChangeCall, message: string, order: AdminOrderDetail) {
  tagVersion(reply, order);
  return succeed({ message, order });
}

export function tagVersion(reply: FastifyReply, { version }: AdminOrderDetail): void {
  reply.header('etag', `"${version}"`);
}

/** Changes orders one by one, each in its own transaction; returns each result and a summary. */
export async function changeEach(
  by: string,
  orders: OrderVersions,
  change: (target: ChangeTarget) => Promise<AdminOrder>,
): Promise<{ message: string; results: OrderResult[] }> {
  const results: OrderResult[] = [];
  for (const { id, version = null } of orders) {
    try {
      results.push({ id, success: true, order: await change({ id, by, version }) });
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      results.push({ id, success: false, ...refusal(error) });
    }
  }
  return { message: summary(results), results };
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

function summary(results: readonly { success: boolean }[]): string {
  const done = results.filter(({ success }) => success).length;
  const noun = results.length === 1 ? 'pedido actualizado' : 'pedidos actualizados';
  return done === results.length ? `${done} ${noun}` : `${done} de ${results.length} ${noun}`;
}
