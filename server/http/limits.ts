import type { onRequestHookHandler } from 'fastify';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '../context.ts';
import type { Limit } from '../db/engine.ts';

/**
 * Refuses an address that calls too often. Whole neighbourhoods share one address in mobile
 * networks, so limits are there to stop machines, not people.
 */
export function limitRate({ config, db }: Context, limit: Limit): onRequestHookHandler {
  if (!config.rateLimits) return async () => undefined;
  const limiter = db.createLimiter(limit);
  return async (request, reply) => {
    try {
      await limiter.consume(request.ip);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      reply.header('retry-after', Math.ceil(error.msBeforeNext / 1000));
      throw new ShopError('too_many_requests');
    }
  };
}
