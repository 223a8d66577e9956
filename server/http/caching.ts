import type { FastifyInstance } from 'fastify';

/** For the few answers that are the same for everybody. */
export const PUBLIC_FOR_A_MINUTE = 'public, max-age=60';

/** Answers stay out of caches: what a buyer is told is not for the browser's next user. */
export function keepOutOfCaches(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    if (routeOptions.url?.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}
