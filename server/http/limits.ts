import type { onRequestHookHandler } from 'fastify';
import type { Context } from '#server/context.ts';
import type { Limit } from '#server/db/engine.ts';
import { bodyLength, LONG_BODY } from './bodies.ts';

/**
 * Returns a rate limit per client. Limits are generous: users of a mobile network share an address.
 */
export function limitRate({ limits }: Pick<Context, 'limits'>, limit: Limit): onRequestHookHandler {
  const limiter = limits.byClient(limit);
  return async (request) => limiter.consume(request.ip);
}

/**
 * Returns a rate limit per client of long bodies only, which block the other requests for up to a
 * tenth of a second each.
 */
export function limitLongBodies(
  { limits }: Pick<Context, 'limits'>,
  limit: Limit,
): onRequestHookHandler {
  const limiter = limits.byClient(limit);
  return async ({ ip, headers }) => {
    if (bodyLength(headers) > LONG_BODY) await limiter.consume(ip);
  };
}
