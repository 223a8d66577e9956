import type { onRequestHookHandler } from 'fastify';
import type { Context } from '../context.ts';
import type { Limit } from '../db/engine.ts';

/**
 * Refuses a client that calls too often. Whole neighbourhoods share one address in mobile
 * networks, so limits are there to stop machines, not people.
 */
export function limitRate({ limits }: Pick<Context, 'limits'>, limit: Limit): onRequestHookHandler {
  const limiter = limits.byClient(limit);
  return async (request) => limiter.consume(request.ip);
}
