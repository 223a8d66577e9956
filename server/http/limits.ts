import type { onRequestHookHandler } from 'fastify';
import type { Context } from '#server/context.ts';
import type { Limit } from '#server/db/engine.ts';

/** Generous, because many users of a mobile network share one address: limits stop programs, not people. */
export function limitRate({ limits }: Pick<Context, 'limits'>, limit: Limit): onRequestHookHandler {
  const limiter = limits.byClient(limit);
  return async (request) => limiter.consume(request.ip);
}
