import type { FastifyInstance } from 'fastify';
import { checkHealth, testCors, verify, verifyDatabase } from '#contract/health.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import { serve, succeed } from '#server/http/route.ts';

const PATIENCE_MS = 3000;

export function healthRoutes(app: FastifyInstance, context: Context): void {
  const health = async () => {
    await ping(context);
    return succeed({
      status: 'ok' as const,
      database: context.db.kind,
      uptimeSeconds: Math.round(process.uptime()),
    });
  };

  serve(app, checkHealth, health);
  app.get('/health', { schema: { hide: true } }, health);
  serve(app, verify, async () => succeed({ message: 'La API responde' }));
  serve(app, verifyDatabase, async () => {
    await ping(context);
    return succeed({ message: 'La base de datos responde', database: context.db.kind });
  });
  serve(app, testCors, async ({ request }) =>
    succeed({
      message: 'CORS responde',
      origin: request.headers.origin ?? null,
    }),
  );
}

/** @throws ShopError `unavailable` when the database is away or too slow */
async function ping({ db }: Context): Promise<void> {
  const { promise: tooSlow, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer')), PATIENCE_MS);
  try {
    await Promise.race([db.ping(), tooSlow]);
  } catch {
    throw new ShopError('unavailable', { message: 'La base de datos no responde' });
  } finally {
    clearTimeout(timer);
  }
}
