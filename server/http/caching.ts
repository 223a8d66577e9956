import type { FastifyInstance } from 'fastify';

/** For the few answers that are the same for everybody. */
export const PUBLIC_FOR_A_MINUTE = 'public, max-age=60';

/**
 * Keeps every answer of the API out of caches, unless its handler says otherwise: what a buyer is
 * told is for nobody who uses this browser or proxy after them.
 */
export function keepOutOfCaches(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    if (routeOptions.url?.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}
