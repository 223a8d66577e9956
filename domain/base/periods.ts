import { addDays } from './dates.ts';

/** Periods by which figures are summed: weeks from Monday to Sunday, calendar months. */
export const PERIODS = ['week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** Days such as `2026-03-09`, both included. */
export type DayRange = { from: string; to: string };

/** Returns the last weeks or months, oldest first; the last one contains today. */
export function lastPeriods(today: string, period: Period, count: number): DayRange[] {
  const current = period === 'week' ? mondayOf(today) : `${today.slice(0, 7)}-01`;
  return Array.from({ length: count }, (_, at) => {
    const from = periodsLater(current, period, at + 1 - count);
    return { from, to: addDays(periodsLater(from, period, 1), -1) };
  });
}

/** @param from the first day of a period */
function periodsLater(from: string, period: Period, count: number): string {
  if (period === 'week') return addDays(from, 7 * count);
  const date = new Date(`${from}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 10);
}

/** Returns the Monday of a day's week (ISO 8601). */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}
