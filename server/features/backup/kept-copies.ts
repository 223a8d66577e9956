import { mondayOf } from '#domain/base/periods.ts';

/** How many copies are kept, and of which periods each is the newest. */
const RULES = [
  { count: 7, periodOf: (day: string) => day },
  { count: 4, periodOf: mondayOf },
  { count: 6, periodOf: (day: string) => day.slice(0, 'YYYY-MM'.length) },
];

/**
 * Returns which nightly copies are kept: the newest 7, and the newest of each of the last 4 weeks
 * (from Monday) and 6 months that have one.
 * @param days days of all copies (`2026-03-09`), in any order
 */
export function keptCopies(days: readonly string[]): Set<string> {
  const newest = [...days].sort().reverse();
  return new Set(
    RULES.flatMap(({ count, periodOf }) =>
      [...Map.groupBy(newest, periodOf).values()].slice(0, count).flatMap(([first]) => first ?? []),
    ),
  );
}
