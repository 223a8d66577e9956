import type { onRequestHookHandler } from 'fastify';
import type { Context } from '#server/context.ts';
import type { Limit } from '#server/db/engine.ts';

/** Neighbourhoods share one address in mobile networks: limits stop machines, not people. */
export function limitRate({ limits }: Pick<Context, 'limits'>, limit: Limit): onRequestHookHandler {
  const limiter = limits.byClient(limit);
  return async (request) => limiter.consume(request.ip);
}
