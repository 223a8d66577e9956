import { addDays } from './dates.ts';
import { isHoliday } from './holidays.ts';
import { type Closure, DEFAULT_PROMISE, type DeliveryPromise } from './promise.ts';

/**
 * Returns the day on which a paid order must leave, such as `2026-03-09`; null until it is paid.
 * That is the lower bound of the promise: the courier has the rest of its days.
 * @param paidOn such a day too; it does not count itself
 */
export function dueOn(
  paidOn: string | null,
  { minDays, closures }: Pick<DeliveryPromise, 'minDays' | 'closures'> = DEFAULT_PROMISE,
): string | null {
  return paidOn === null ? null : addWorkdays(paidOn, minDays, closures);
}

/** First and last day, such as `2026-03-09`, on which an order may arrive. */
export type Arrival = { from: string; to: string };

/** Returns when an order arrives that is paid on this day, by the shop's calendar. */
export function arrivalOf(
  paidOn: string,
  { minDays, maxDays, closures }: DeliveryPromise = DEFAULT_PROMISE,
): Arrival {
  return {
    from: addWorkdays(paidOn, minDays, closures),
    to: addWorkdays(paidOn, maxDays, closures),
  };
}

function addWorkdays(start: string, count: number, closures: readonly Closure[]): string {
  let day = start;
  for (let left = count; left > 0; ) {
    day = addDays(day, 1);
    if (isWorkday(day, closures)) left -= 1;
  }
  return day;
}

function isWorkday(day: string, closures: readonly Closure[]): boolean {
  const isClosed = closures.some(({ from, to }) => from <= day && day <= to);
  return !isClosed && !isWeekend(day) && !isHoliday(day);
}

function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}
