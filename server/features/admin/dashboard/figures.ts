import type { DayFigures, Metrics } from '#contract/dashboard.ts';
import { addDays, dayOf } from '#domain/dates.ts';
import { isNew, isVoid } from '#domain/orders.ts';
import type { Queries } from '../../../db/types.ts';
import {
  type DayFigures as CountedDay,
  daysAgo,
  oldestPending,
  readDays as readCountedDays,
  type StatusFigures,
  sumOf,
  topCities,
} from '../../orders/figures.ts';

const DAY_MS = 86_400_000;
const LONG_WAIT_DAYS = 3;
const CITY_MONTHS = 12;

type Sums = Pick<Metrics, 'revenue' | 'averageOrder' | 'pendingAge'>;

/** @param all the figures of all time */
export async function readSums(
  db: Queries,
  all: readonly StatusFigures[],
  now: number,
): Promise<Sums> {
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
  const days = await readCountedDays(db, now, dayOf(oldest));
  const pending = days.filter(({ status }) => isNew(status));
  const count = sumOf(pending, () => true).orders;
  const waited = pending.reduce((sum, { day, orders }) => sum + ageOf(day, today) * orders, 0);
  const isLong = ({ day }: CountedDay) => ageOf(day, today) >= LONG_WAIT_DAYS;
  return {
    oldestAt: new Date(oldest).toISOString(),
    oldestDays: ageOf(dayOf(oldest), today),
    averageDays: count === 0 ? 0 : Math.round((waited / count) * 10) / 10,
    overThreeDays: sumOf(pending, isLong).orders,
  };
}

function ageOf(day: string, today: string): number {
  return Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS);
}

export async function readDays(
  db: Queries,
  now: number,
  count: number,
): Promise<Pick<Metrics, 'days' | 'topCities'>> {
  const first = daysAgo(now, count - 1);
  const byDay = Map.groupBy(await readCountedDays(db, now, first), ({ day }) => day);
  return {
    days: Array.from({ length: count }, (_, at) => {
      const day = addDays(first, at);
      return dayFigures(day, byDay.get(day) ?? []);
    }),
    topCities: await topCities(db, now, `${monthsAgo(dayOf(now), CITY_MONTHS - 1)}-01`),
  };
}

export function dayFigures(day: string, ofDay: readonly StatusFigures[]): DayFigures {
  const good = sumOf(ofDay, ({ status }) => !isVoid(status));
  const cancelled = sumOf(ofDay, ({ status }) => isVoid(status));
  return {
    day,
    ...good,
    cancelledOrders: cancelled.orders,
    cancelledRevenue: cancelled.revenue,
  };
}

/** @returns a month such as `2026-03` */
function monthsAgo(day: string, months: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.toISOString().slice(0, 7);
}
