import type { onRequestHookHandler } from 'fastify';
import { USUAL_BODY_BYTES } from '#contract/base/route.ts';
import type { Context } from '#server/context.ts';
import type { Limit } from '#server/db/engine.ts';
import { bodyLength } from './bodies.ts';

/**
 * Returns a rate limit per client. Limits are generous: users of a mobile network share an address.
 */
export function limitRate({ limits }: Pick<Context, 'limits'>, limit: Limit): onRequestHookHandler {
  const limiter = limits.byClient(limit);
  return async (request) => limiter.consume(request.ip);
}

/** Bodies longer than the usual limit, per client and call. */
const LONG_BODIES = { points: 60, seconds: 600 };

/**
 * Returns a function that makes a rate limit per client of a call's long bodies, which block the
 * other requests for some milliseconds each.
 */
export function limitLongBodies({ limits }: Pick<Context, 'limits'>) {
  return (call: string): onRequestHookHandler => {
    const limiter = limits.byClient({ name: `long_${call}`, ...LONG_BODIES });
    return async ({ ip, headers }) => {
      if (bodyLength(headers) > USUAL_BODY_BYTES) await limiter.consume(ip);
    };
  };
}
