import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { succeed } from '#server/http/route.ts';
import type { ChangeTarget } from './change-order.ts';

type ChangeCall = {
  params: { id: string };
  buyer: { uid: string };
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Returns which order a call means, who makes it, and the version that it asks for. */
export function changeTarget({ params: { id }, buyer, request }: ChangeCall): ChangeTarget {
  return { id, by: buyer.uid, version: readVersion(request) };
}

/** Returns the answer to such a call; the order's version is the ETag too. */
export function changed({ reply }: ChangeCall, message: string, order: AdminOrderDetail) {
  tagVersion(reply, order);
  return succeed({ message, order });
}

export function tagVersion(reply: FastifyReply, { version }: AdminOrderDetail): void {
  reply.header('etag', `"${version}"`);
}

/** @returns the version that `If-Match` asks for; one that no order has for a strange text */
function readVersion({ headers }: FastifyRequest): number | null {
  const wanted = headers['if-match']?.trim();
  if (wanted === undefined || wanted === '*') return null;
  const [, version] = /^(?:W\/)?"?(\d{1,9})"?$/.exec(wanted) ?? [];
  return version === undefined ? 0 : Number(version);
}
