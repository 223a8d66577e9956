import Fastify, { type FastifyInstance } from 'fastify';
import { ConfigError } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { isSame } from '#server/lib/secrets.ts';
import type { Metrics } from './metrics.ts';

const PATH = '/metrics';

/**
 * Serves metrics for Prometheus: on a separate port, or else at `/metrics`. If a token is
 * configured, requests need it. Does nothing unless a port or token is configured.
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
    await own.listen({ port, host: config.host }).catch(({ message }: Error) => {
      throw new ConfigError([`METRICS_PORT: no se puede usar ese puerto (${message})`]);
    });
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
