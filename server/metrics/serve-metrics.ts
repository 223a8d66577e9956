import { createHash, timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import type { Metrics } from './metrics.ts';

const PATH = '/metrics';

/**
 * Measures the shop for Prometheus: at a port of its own, else at `/metrics`, and where there is a
 * token to its bearer alone. Does nothing unless port or token is configured.
 */
export async function serveMetrics(app: FastifyInstance, context: Context): Promise<void> {
  const { config } = context;
  if (!config.metrics) return;
  const { port, token } = config.metrics;
  // Loaded only when metrics are on.
  const { createMetrics } = await import('./metrics.ts');
  const metrics = createMetrics(context);
  measureRequests(app, metrics);
  if (port === null) {
    answerMetrics(app, metrics, token);
    return;
  }
  const own = Fastify();
  answerMetrics(own, metrics, token);
  app.addHook('onReady', async () => {
    await own.listen({ port, host: config.host });
  });
  app.addHook('onClose', () => own.close());
}

function answerMetrics(app: FastifyInstance, metrics: Metrics, token: string | null): void {
  app.get(PATH, { schema: { hide: true } }, async ({ headers }, reply) => {
    if (token !== null && !isSame(headers.authorization ?? '', `Bearer ${token}`)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send();
    }
    reply.header('content-type', metrics.contentType).header('cache-control', 'no-store');
    return metrics.read();
  });
}

/** Compares without telling by the time it takes how much of it is right. */
function isSame(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}

function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const { url: route = 'unknown' } = routeOptions;
    const { statusCode: status, elapsedTime } = reply;
    metrics.observe({ method, route, status, seconds: elapsedTime / 1000 });
    if (method !== 'POST' || status !== 201) return;
    if (route === '/api/upload') metrics.countUpload();
    if (route === '/api/orders' && !reply.hasHeader('idempotency-replayed')) metrics.countOrder();
  });
}
