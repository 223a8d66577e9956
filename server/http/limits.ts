import type { onRequestHookHandler } from 'fastify';
import type { Context } from '#server/context.ts';
import type { Limit } from '#server/db/engine.ts';

/**
 * Returns a rate limit per client. Limits are generous: users of a mobile network share an address.
 */
export function limitRate({ limits }: Pick<Context, 'limits'>, limit: Limit): onRequestHookHandler {
  const limiter = limits.byClient(limit);
  return async (request) => limiter.consume(request.ip);
}
