import { addDays } from './dates.ts';
import { DELIVERY_DAYS } from './delivery.ts';
import { isHoliday } from './holidays.ts';

/**
 * Business days from payment to the day on which the parcel must leave: the shop promises 5 to 7
 * from order to door, and the courier has what is left of them.
 */
const DISPATCH_DAYS = DELIVERY_DAYS.min;

type BusinessCalendar = {
  /** Business days from payment to dispatch. */
  days?: number;
  /** Whether nobody works on a day from Monday to Friday. */
  isClosed?: (day: string) => boolean;
};

/**
 * Returns the day on which a paid order must leave, such as `2026-03-09`; null until it is paid.
 * @param paidOn such a day too; it does not count itself
 */
export function dueOn(
  paidOn: string | null,
  { days = DISPATCH_DAYS, isClosed = isHoliday }: BusinessCalendar = {},
): string | null {
  if (paidOn === null) return null;
  let day = paidOn;
  for (let left = days; left > 0; ) {
    day = addDays(day, 1);
    if (!isWeekend(day) && !isClosed(day)) left -= 1;
  }
  return day;
}

function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}
