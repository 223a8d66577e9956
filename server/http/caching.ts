import type { FastifyInstance } from 'fastify';

/** For the few responses that are the same for every user. */
export const PUBLIC_FOR_A_MINUTE = 'public, max-age=60';

/** Turns caching of the API off: a buyer's data must not be shown to the browser's next user. */
export function keepOutOfCaches(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    if (routeOptions.url?.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}
