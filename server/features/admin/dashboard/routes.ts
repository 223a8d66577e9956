import type { FastifyInstance } from 'fastify';
import { listActivity } from '#contract/audit.ts';
import * as calls from '#contract/dashboard.ts';
import { auditFeed } from '../../../audit/read-audit.ts';
import type { Context } from '../../../context.ts';
import { serve, succeed } from '../../../http/route.ts';
import { cutPage, readCursor } from '../../../paging.ts';
import { readTotals } from '../../orders/figures.ts';
import { readDays, readSums } from './figures.ts';
import { readDashboard } from './read-dashboard.ts';

export function dashboardRoutes(app: FastifyInstance, context: Context): void {
  const { queries } = context.db;

  for (const call of [calls.adminHome, calls.adminCheck]) {
    serve(app, call, async ({ buyer }) => succeed({ isAdmin: buyer.isAdmin }));
  }
  for (const call of [calls.readDashboard, calls.readDashboardMain]) {
    serve(app, call, async () => succeed(await readDashboard(context)));
  }

  serve(app, listActivity, async ({ query: { entity, limit, cursor } }) => {
    const [before = null] = readCursor(cursor, ['string']) ?? [];
    const entries = await auditFeed(queries, {
      entity,
      before: before === null ? null : String(before),
      limit: limit + 1,
    });
    const { page, nextCursor } = cutPage(entries, limit, ({ id }) => [id]);
    return succeed({ activity: page, nextCursor });
  });

  serve(app, calls.readMetrics, async ({ query: { days } }) => {
    const now = context.clock();
    const metrics = await context.db.readSnapshot(async (tx) => ({
      ...(await readDays(tx, now, days)),
      ...(await readSums(tx, await readTotals(tx, now), now)),
    }));
    return succeed(metrics);
  });
}
