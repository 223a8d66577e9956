import type { FastifyInstance } from 'fastify';
import {
  checkHealth,
  reportBrowserError,
  testCors,
  verify,
  verifyDatabase,
} from '#contract/health/health.ts';
import * as calls from '#contract/health/health-admin.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Context } from '#server/context.ts';
import { limitRate } from '#server/http/limits.ts';
import { serve, succeed } from '#server/http/route.ts';
import { SHOP_VERSION } from '#server/lib/version.ts';
import { within } from '#server/lib/within.ts';
import { discardJob, readFailedJobs, retryJob } from './failed-jobs.ts';
import { readChecks } from './read-health.ts';

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
    succeed({ message: 'CORS responde', origin: request.headers.origin ?? null }),
  );
}

/** @throws ShopError `unavailable` when the database does not answer, or too slowly */
async function ping({ db }: Context): Promise<void> {
  const answered = await within(PATIENCE_MS, () => db.ping().then(() => true)).catch(() => false);
  if (!answered) throw new ShopError('unavailable', { message: 'La base de datos no responde' });
}

const PER_CLIENT = { name: 'browser_errors', points: 20, seconds: 3600 };
/** Limit for all clients together: a faulty release must not fill the disk with logs. */
const PER_SHOP = { name: 'browser_errors_all', points: 600, seconds: 3600 };

/** Logs unexpected errors that browsers report. */
export function browserErrorRoutes(app: FastifyInstance, context: Context): void {
  const all = context.limits.byKey(PER_SHOP);
  serve(
    app,
    reportBrowserError,
    async ({ body: { name, message, at }, request }) => {
      await all.consume('all');
      const facts = { name: withoutPersons(name), message: withoutPersons(message), at };
      request.log.warn(facts, 'browser error');
      return succeed({});
    },
    { onRequest: [limitRate(context, PER_CLIENT)] },
  );
}

/** Removes possible personal data: addresses, long numbers, quoted texts other than identifiers. */
export function withoutPersons(text: string): string {
  return text
    .replaceAll(/"[^"]*"/g, '"…"')
    .replaceAll(/'(?![\w$.]+')[^']*'/g, "'…'")
    .replaceAll(/\S+/g, (word) => (word.includes('@') ? '…' : word))
    .replaceAll(/\bhttps?:\S+|\bblob:\S+|\?\S+/g, '…')
    .replaceAll(/\+?\d[\d .-]{4,}\d/g, '…');
}

export function healthAdminRoutes(app: FastifyInstance, context: Context): void {
  serve(app, calls.readHealth, async () => {
    const checks = await readChecks(context);
    return succeed({ version: SHOP_VERSION, checks, ...(await readFailedJobs(context)) });
  });
  serve(app, calls.retryJob, async ({ params, buyer }) => {
    await retryJob(context, params.id, buyer.uid);
    return succeed({});
  });
  serve(app, calls.discardJob, async ({ params, buyer }) => {
    await discardJob(context, params.id, buyer.uid);
    return succeed({});
  });
}
