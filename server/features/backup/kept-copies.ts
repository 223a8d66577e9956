import { mondayOf } from '#domain/base/periods.ts';

const DAILY = 7;
const WEEKLY = 4;
const MONTHLY = 6;

/**
 * Returns which nightly copies are kept: the newest 7, and the newest of each of the last 4 weeks
 * (from Monday) and 6 months that have one.
 * @param days days of all copies (`2026-03-09`), in any order
 */
export function keptCopies(days: readonly string[]): Set<string> {
  const newest = [...new Set(days)].sort().reverse();
  return new Set([
    ...newest.slice(0, DAILY),
    ...firstOfEach(newest, mondayOf, WEEKLY),
    ...firstOfEach(newest, (day) => day.slice(0, 7), MONTHLY),
  ]);
}

function firstOfEach(
  days: readonly string[],
  periodOf: (day: string) => string,
  count: number,
): string[] {
  const found = new Map<string, string>();
  for (const day of days) {
    const period = periodOf(day);
    if (!found.has(period)) found.set(period, day);
  }
  return [...found.values()].slice(0, count);
}
