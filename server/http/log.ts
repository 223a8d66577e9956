import type { FastifyInstance } from 'fastify';

/** Logs each answer by its route's pattern: addresses may hold what nobody else should read. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const facts = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (facts.route.startsWith('/api')) request.log.info(facts, 'answered');
    else request.log.debug(facts, 'answered');
  });
}
