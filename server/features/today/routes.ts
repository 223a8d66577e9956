import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/today/today.ts';
import type { Context } from '#server/context.ts';
import { readChecks } from '#server/features/health/read-health.ts';
import { serve, succeed } from '#server/http/route.ts';
import { readToday } from './read-today.ts';

export function todayAdminRoutes(app: FastifyInstance, context: Context): void {
  serve(app, calls.readToday, async () => {
    const checks = await readChecks(context);
    const health = checks.filter(({ state }) => state !== 'ok');
    return succeed({ ...(await readToday(context)), health });
  });
}
