import type { FastifyRequest } from 'fastify';
import { ShopError } from '#domain/errors.ts';

export const PRINTABLE_KEY = /^[\x20-\x7e]{1,255}$/;

/** Returns a request's Idempotency-Key; null without one. @throws ShopError `idempotency_key_invalid` */
export function readIdempotencyKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !PRINTABLE_KEY.test(key)) {
    throw new ShopError('idempotency_key_invalid');
  }
  return key;
}
