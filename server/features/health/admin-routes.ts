import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/health/health-admin.ts';
import type { Context } from '#server/context.ts';
import { serve, succeed } from '#server/http/route.ts';
import { SHOP_VERSION } from '#server/lib/version.ts';
import { discardJob, readFailedJobs, retryJob } from './failed-jobs.ts';
import { readChecks } from './read-health.ts';

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
