import type { OrderStats } from '#contract/orders/orders-admin.ts';
import { dayOf } from '#domain/base/dates.ts';
import { isNew, NEW_STATUS } from '#domain/orders/status.ts';
import type { Context } from '#server/context.ts';
import type { Queries } from '#server/db/types.ts';
import { isNoQuote } from '#server/features/orders/order.ts';
import {
  readStatistics,
  type Statistics,
  type Sums,
} from '#server/features/payments/statistics.ts';

export type StatusFigures = Pick<Statistics, 'status'> & Sums;
export type DayFigures = Pick<Statistics, 'day'> & StatusFigures;

/** Returns the figures of all time. */
export function readTotals(db: Queries, now: number): Promise<StatusFigures[]> {
  return readStatistics(db, now, { by: ['status'], of: 'regions' });
}

/** Returns the figures of each day from one up to today. */
export function readDays(db: Queries, now: number, from: string): Promise<DayFigures[]> {
  return readStatistics(db, now, { by: ['day', 'status'], of: 'regions', from, to: dayOf(now) });
}

export function sumOf<Each extends Sums>(
  all: readonly Each[],
  matches: (figures: Each) => boolean,
): { orders: number; revenue: number } {
  const picked = all.filter(matches);
  return {
    orders: picked.reduce((sum, { orders }) => sum + orders, 0),
    revenue: picked.reduce((sum, { revenue }) => sum + revenue, 0),
  };
}

export async function readOrderStats({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<OrderStats> {
  return db.readSnapshot(async (tx) => toStats(await readTotals(tx, clock())));
}

export function toStats(all: readonly StatusFigures[]): OrderStats {
  const totalOrders = sumOf(all, () => true).orders;
  const guestOrders = all.reduce((sum, { guest_orders }) => sum + guest_orders, 0);
  return {
    totalOrders,
    registeredUserOrders: totalOrders - guestOrders,
    guestOrders,
    pendingOrders: sumOf(all, ({ status }) => isNew(status)).orders,
  };
}

/** Returns the ten cities with the most orders since a day, without cancelled ones. */
export async function topCities(
  db: Queries,
  now: number,
  from: string,
): Promise<{ city: string; orders: number; revenue: number }[]> {
  const all = await readStatistics(db, now, { by: ['city'], of: 'cities', from, isSold: true });
  return [...Map.groupBy(all, ({ city }) => city)]
    .map(([city, ofCity]) => ({ city, ...sumOf(ofCity, () => true) }))
    .sort((a, b) => b.orders - a.orders || (a.city < b.city ? -1 : 1))
    .slice(0, 10);
}

/** Returns when the oldest pending order was placed; null when there is none. */
export async function oldestPending(db: Queries): Promise<number | null> {
  const order = await db
    .selectFrom('orders')
    .select('created_at')
    .where('status', '=', NEW_STATUS)
    .where(isNoQuote)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return order?.created_at ?? null;
}
