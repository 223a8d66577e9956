import type { FastifyInstance } from 'fastify';
import { listActivity } from '#contract/base/audit.ts';
import type { Dashboard, DayFigures, Metrics } from '#contract/orders/dashboard.ts';
import * as calls from '#contract/orders/dashboard.ts';
import { readOrderStats as readOrderStatsCall } from '#contract/orders/orders-admin-calls.ts';
import { addDays, dayOf, daysBetween } from '#domain/base/dates.ts';
import { isNew, isVoid, ORDER_STATUSES } from '#domain/orders/status.ts';
import { auditFeed } from '#server/audit/read-audit.ts';
import type { Context } from '#server/context.ts';
import type { Queries } from '#server/db/types.ts';
import { countCodes } from '#server/features/discounts/repo.ts';
import { isNoQuote, readOrders } from '#server/features/orders/order.ts';
import { presentAdminOrder } from '#server/features/orders/present-order.ts';
import { countUsers } from '#server/features/people/find-users.ts';
import { cutPage, readCursor } from '#server/http/paging.ts';
import { serve, succeed } from '#server/http/route.ts';
import {
  type DayFigures as CountedDay,
  oldestPending,
  readDays,
  readOrderStats,
  readTotals,
  type StatusFigures,
  sumOf,
  topCities,
  toStats,
} from './figures.ts';

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

  serve(app, readOrderStatsCall, async () => succeed({ stats: await readOrderStats(context) }));
  serve(app, calls.readMetrics, async ({ query: { days } }) => {
    const now = context.clock();
    const metrics = await context.db.readSnapshot(async (tx) => ({
      ...(await readDailyFigures(tx, now, days)),
      ...(await readSums(tx, await readTotals(tx, now), now)),
    }));
    return succeed(metrics);
  });
}

const RECENT = 10;

async function readDashboard(context: Context): Promise<Omit<Dashboard, 'success'>> {
  const { db, clock } = context;
  const now = clock();
  const today = dayOf(now);
  const { all, ofToday, sums } = await db.readSnapshot(async (tx) => {
    const all = await readTotals(tx, now);
    return { all, ofToday: await readDays(tx, now, today), sums: await readSums(tx, all, now) };
  });
  const newest = context.db.queries
    .selectFrom('orders')
    .where('deleted_at', 'is', null)
    .where(isNoQuote);
  const recent = await readOrders(
    context.db.queries,
    newest.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(RECENT),
  );
  return {
    stats: toStats(all),
    statuses: Object.fromEntries(
      ORDER_STATUSES.map((each) => [each, sumOf(all, ({ status }) => status === each).orders]),
    ),
    today: dayFigures(today, ofToday),
    ...sums,
    discounts: await countCodes(db.queries, now),
    users: await countUsers(context),
    recentOrders: recent.map((order) => presentAdminOrder(order, context)),
  };
}

const LONG_WAIT_DAYS = 3;
const CITY_MONTHS = 12;

type Sums = Pick<Metrics, 'revenue' | 'averageOrder' | 'pendingAge'>;

/** @param all the figures of all time */
async function readSums(db: Queries, all: readonly StatusFigures[], now: number): Promise<Sums> {
  const { orders, revenue } = sumOf(all, ({ status }) => !isVoid(status));
  return {
    revenue,
    averageOrder: orders === 0 ? 0 : Math.round(revenue / orders),
    pendingAge: await readPendingAge(db, now),
  };
}

async function readPendingAge(db: Queries, now: number): Promise<Sums['pendingAge']> {
  const oldest = await oldestPending(db);
  const today = dayOf(now);
  if (oldest === null) return { oldestAt: null, oldestDays: 0, averageDays: 0, overThreeDays: 0 };
  const days = await readDays(db, now, dayOf(oldest));
  const pending = days.filter(({ status }) => isNew(status));
  const count = sumOf(pending, () => true).orders;
  const waited = pending.reduce(
    (sum, { day, orders }) => sum + daysBetween(day, today) * orders,
    0,
  );
  const isLong = ({ day }: CountedDay) => daysBetween(day, today) >= LONG_WAIT_DAYS;
  return {
    oldestAt: new Date(oldest).toISOString(),
    oldestDays: daysBetween(dayOf(oldest), today),
    averageDays: count === 0 ? 0 : Math.round((waited / count) * 10) / 10,
    overThreeDays: sumOf(pending, isLong).orders,
  };
}

async function readDailyFigures(
  db: Queries,
  now: number,
  count: number,
): Promise<Pick<Metrics, 'days' | 'topCities'>> {
  const first = addDays(dayOf(now), 1 - count);
  const byDay = Map.groupBy(await readDays(db, now, first), ({ day }) => day);
  return {
    days: Array.from({ length: count }, (_, at) => {
      const day = addDays(first, at);
      return dayFigures(day, byDay.get(day) ?? []);
    }),
    topCities: await topCities(db, now, `${monthsAgo(dayOf(now), CITY_MONTHS - 1)}-01`),
  };
}

function dayFigures(day: string, ofDay: readonly StatusFigures[]): DayFigures {
  const good = sumOf(ofDay, ({ status }) => !isVoid(status));
  const cancelled = sumOf(ofDay, ({ status }) => isVoid(status));
  return { day, ...good, cancelledOrders: cancelled.orders, cancelledRevenue: cancelled.revenue };
}

/** Returns a month such as `2026-03`. */
function monthsAgo(day: string, months: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.toISOString().slice(0, 7);
}
