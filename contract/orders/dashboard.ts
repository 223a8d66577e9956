import * as z from 'zod/mini';
import { adminRoute } from '#contract/base/admin-route.ts';
import { success } from '#contract/base/fields.ts';
import { discountStats } from '#contract/discounts/discounts-admin.ts';
import { userStats } from '#contract/people/people-admin.ts';
import { adminOrder, orderStats } from './orders-admin.ts';

const check = success({ isAdmin: z.boolean() });

/** Amounts in pesos. Cancelled orders are counted separately; those in the bin are not counted. */
const dayFigures = z.object({
  /** A day in Chile, such as `2026-03-09`. */
  day: z.string(),
  orders: z.number(),
  revenue: z.number(),
  cancelledOrders: z.number(),
  cancelledRevenue: z.number(),
});
export type DayFigures = z.infer<typeof dayFigures>;

const cityFigures = z.object({ city: z.string(), orders: z.number(), revenue: z.number() });

/** How long pending orders have waited, in calendar days. */
const pendingAge = z.object({
  /** When the oldest was placed (ISO 8601 in UTC); null when there are none. */
  oldestAt: z.nullable(z.string()),
  oldestDays: z.number(),
  averageDays: z.number(),
  /** Orders that have waited for three days or longer. */
  overThreeDays: z.number(),
});

const sums = {
  /** Of all orders that are not cancelled. */
  revenue: z.number(),
  /** Pesos per order that is not cancelled, rounded; 0 without orders. */
  averageOrder: z.number(),
  pendingAge,
};

export const adminHome = adminRoute('GET', '/admin', {
  summary: 'Whether the account is an admin (former path of the check)',
  answer: check,
});

export const adminCheck = { ...adminHome, path: '/admin/check' } as const;

const dashboard = success({
  stats: orderStats,
  statuses: z.record(z.string(), z.number()),
  today: dayFigures,
  ...sums,
  discounts: discountStats,
  users: userStats,
  recentOrders: z.array(adminOrder),
});
export type Dashboard = z.infer<typeof dashboard>;

export const readDashboardMain = adminRoute('GET', '/admin/dashboard/main', {
  summary: 'The main figures and the ten latest orders',
  answer: dashboard,
});

export const readDashboard = { ...readDashboardMain, path: '/admin/dashboard' } as const;

const DAYS_RANGE = 'Los días deben ser un número entero entre 1 y 366';

export const readMetrics = adminRoute('GET', '/admin/dashboard/metrics', {
  summary: 'Orders and revenue per day, and the cities with most orders',
  query: z.object({
    /** Number of days up to today: 1 to 366. */
    days: z._default(
      z.coerce
        .number({ error: DAYS_RANGE })
        .check(z.int({ error: DAYS_RANGE }), z.gte(1, DAYS_RANGE), z.lte(366, DAYS_RANGE)),
      30,
    ),
  }),
  answer: success({
    /** Every day of the range, oldest first, including days without orders. */
    days: z.array(dayFigures),
    /** The ten cities with most orders in the last twelve months, without cancelled ones. */
    topCities: z.array(cityFigures),
    ...sums,
  }),
});
export type Metrics = z.infer<typeof readMetrics.answer>;
