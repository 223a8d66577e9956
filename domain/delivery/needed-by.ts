import { dayOf, isDay } from '#domain/base/dates.ts';

/** The error for a day by which an order cannot be needed. */
export const NOT_AHEAD = 'Elige un día que no haya pasado';

/**
 * Returns whether an order can be needed by a day, such as `2026-03-09`; null: by none.
 * @param now milliseconds since 1970
 */
export function isAheadOrNone(neededBy: string | null, now: number): boolean {
  return neededBy === null || (isDay(neededBy) && neededBy >= dayOf(now));
}
