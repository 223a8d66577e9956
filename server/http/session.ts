import type { FastifyRequest } from 'fastify';
import type { Auth } from '#contract/route.ts';
import { ShopError } from '#domain/errors.ts';

/** Who sends a request: an account, or null for a guest. */
export type Buyer = { uid: string; email: string } | null;

/**
 * Tells who sends the request. A bearer that cannot be verified is refused, never taken for a
 * guest's; no provider of accounts exists yet, so none can be.
 * @throws ShopError `unauthenticated`
 */
export function readBuyer(request: FastifyRequest): Buyer {
  if (request.headers.authorization !== undefined) {
    throw new ShopError('unauthenticated', {
      message: 'Tu sesión no es válida. Inicia sesión de nuevo',
    });
  }
  return null;
}

/** @throws ShopError `unauthenticated` when the route asks for an account and nobody is signed in */
export function authorize(request: FastifyRequest, auth: Auth): Buyer {
  if (auth === 'none') return null;
  const buyer = readBuyer(request);
  if (!buyer && auth !== 'optional') throw new ShopError('unauthenticated');
  return buyer;
}
