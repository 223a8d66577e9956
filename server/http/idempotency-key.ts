import type { FastifyRequest } from 'fastify';
import { ShopError } from '#domain/base/errors.ts';

const PRINTABLE_KEY = /^[\x20-\x7e]{1,255}$/;

/** OpenAPI description of the header, for calls that read the key. */
export const KEY_DOCS = {
  documented: {
    headers: {
      type: 'object',
      properties: { 'Idempotency-Key': { type: 'string', pattern: PRINTABLE_KEY.source } },
    },
  },
};

/**
 * Returns a request's Idempotency-Key; null without one.
 * @throws ShopError `idempotency_key_invalid`
 */
export function readIdempotencyKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !PRINTABLE_KEY.test(key)) {
    throw new ShopError('idempotency_key_invalid');
  }
  return key;
}
