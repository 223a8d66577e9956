import { addDays, dayOf } from '#domain/base/dates.ts';
import { lastSentAt, type OrderFacts, statusOf } from '#domain/orders/order-stage.ts';
import { isCompleted, isUnderWay } from '#domain/orders/status.ts';
import { type Closure, DEFAULT_PROMISE, type DeliveryPromise, daysToDoor } from './promise.ts';

/**
 * Returns the day on which a paid order must leave, such as `2026-03-09`; null until it is paid. It
 * is the lower bound of the promise; the remaining days are the courier's.
 * @param paidOn a day; counting starts on the next business day
 */
export function dueOn(
  paidOn: string | null,
  { minDays, closures }: Pick<DeliveryPromise, 'minDays' | 'closures'> = DEFAULT_PROMISE,
): string | null {
  return paidOn === null ? null : addWorkdays(paidOn, minDays, closures);
}

/**
 * Returns the last day, such as `2026-03-09`, on which an order can leave to be there by the day on
 * which its buyer needs it; null: on any day.
 */
export function leaveBy(
  neededBy: string | null,
  { transportDays = 0, closures }: Pick<DeliveryPromise, 'transportDays' | 'closures'>,
): string | null {
  return neededBy === null ? null : addWorkdays(neededBy, -transportDays, closures);
}

/** Days before `leaveBy` from which an order is late: what happens then cannot be made up for. */
const LATE_AHEAD_DAYS = 3;

/** Returns the last `leaveBy` of the orders that are late on a day. */
export function lateUntil(today: string): string {
  return addDays(today, LATE_AHEAD_DAYS);
}

/** First and last day on which an order may arrive, such as `2026-03-09`. */
export type Arrival = { from: string; to: string };

/** Returns when an order paid on a day arrives, by the shop's calendar. */
export function arrivalOf(paidOn: string, promise: DeliveryPromise = DEFAULT_PROMISE): Arrival {
  const { minDays, maxDays } = daysToDoor(promise);
  return {
    from: addWorkdays(paidOn, minDays, promise.closures),
    to: addWorkdays(paidOn, maxDays, promise.closures),
  };
}

/** @param count a negative number goes back */
function addWorkdays(start: string, count: number, closures: readonly Closure[]): string {
  let day = start;
  for (let left = Math.abs(count); left > 0; ) {
    day = addDays(day, Math.sign(count));
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

/**
 * Chile's nationwide public holidays from Monday to Friday, one line per year. Generated from the
 * package date-holidays; `holidays.test.ts` compares the two.
 */
export const HOLIDAY_TABLE = `
2024 01-01 03-29 05-01 05-21 06-20 07-16 08-15 09-18 09-19 09-20 10-31 11-01 12-25
2025 01-01 04-18 05-01 05-21 06-20 07-16 08-15 09-18 09-19 10-31 12-08 12-25
2026 01-01 04-03 05-01 05-21 06-29 07-16 09-18 10-12 12-08 12-25
2027 01-01 03-26 05-21 06-21 06-28 07-16 09-17 10-11 11-01 12-08
2028 04-14 05-01 06-20 06-26 08-15 09-18 09-19 10-09 10-27 11-01 12-08 12-25
2029 01-01 03-30 05-01 05-21 06-20 07-02 07-16 08-15 09-17 09-18 09-19 10-15 11-01 11-02 12-25
2030 01-01 04-19 05-01 05-21 06-21 07-16 08-15 09-18 09-19 09-20 10-31 11-01 12-25
2031 01-01 04-11 05-01 05-21 07-16 08-15 09-18 09-19 10-31 12-08 12-25
2032 01-01 03-26 05-21 06-28 07-16 09-17 10-11 11-01 12-08
2033 04-15 06-20 06-27 08-15 09-19 10-10 10-31 11-01 12-08
2034 01-02 04-07 05-01 06-21 06-26 08-15 09-18 09-19 10-09 10-27 11-01 12-08 12-25
2035 01-01 03-23 05-01 05-21 06-21 07-02 07-16 08-15 09-17 09-18 09-19 10-15 11-01 11-02 12-25
2036 01-01 04-11 05-01 05-21 06-20 07-16 08-15 09-18 09-19 10-31 12-08 12-25
2037 01-01 04-03 05-01 05-21 06-29 07-16 09-18 10-12 12-08 12-25
2038 01-01 04-23 05-21 06-21 06-28 07-16 09-17 10-11 11-01 12-08
2039 04-08 06-21 06-27 08-15 09-19 10-10 10-31 11-01 12-08
2040 01-02 03-30 05-01 05-21 06-20 07-02 07-16 08-15 09-17 09-18 09-19 10-15 11-01 11-02 12-25
2041 01-01 04-19 05-01 05-21 06-20 07-16 08-15 09-18 09-19 09-20 10-31 11-01 12-25
2042 01-01 04-04 05-01 05-21 07-16 08-15 09-18 09-19 10-31 12-08 12-25
2043 01-01 03-27 05-01 05-21 06-29 07-16 09-18 10-12 12-08 12-25
2044 01-01 04-15 06-20 06-27 08-15 09-19 10-10 10-31 11-01 12-08
2045 01-02 04-07 05-01 06-20 06-26 08-15 09-18 09-19 10-09 10-27 11-01 12-08 12-25
2046 01-01 03-23 05-01 05-21 06-21 07-02 07-16 08-15 09-17 09-18 09-19 10-15 11-01 11-02 12-25
2047 01-01 04-12 05-01 05-21 06-21 07-16 08-15 09-18 09-19 09-20 10-31 11-01 12-25
2048 01-01 04-03 05-01 05-21 06-29 07-16 09-18 10-12 12-08 12-25
2049 01-01 04-16 05-21 06-28 07-16 09-17 10-11 11-01 12-08
2050 04-08 06-20 06-27 08-15 09-19 10-10 10-31 11-01 12-08
2051 01-02 03-31 05-01 06-21 06-26 08-15 09-18 09-19 10-09 10-27 11-01 12-08 12-25
2052 01-01 04-19 05-01 05-21 06-20 07-16 08-15 09-18 09-19 09-20 10-31 11-01 12-25
2053 01-01 04-04 05-01 05-21 06-20 07-16 08-15 09-18 09-19 10-31 12-08 12-25
2054 01-01 03-27 05-01 05-21 06-29 07-16 09-18 10-12 12-08 12-25
2055 01-01 04-16 05-21 06-21 06-28 07-16 09-17 10-11 11-01 12-08
2056 03-31 05-01 06-20 06-26 08-15 09-18 09-19 10-09 10-27 11-01 12-08 12-25
2057 01-01 04-20 05-01 05-21 06-20 07-02 07-16 08-15 09-17 09-18 09-19 10-15 11-01 11-02 12-25
2058 01-01 04-12 05-01 05-21 06-20 07-16 08-15 09-18 09-19 09-20 10-31 11-01 12-25
2059 01-01 03-28 05-01 05-21 07-16 08-15 09-18 09-19 10-31 12-08 12-25
2060 01-01 04-16 05-21 06-28 07-16 09-17 10-11 11-01 12-08
`;

const holidays = new Set(
  HOLIDAY_TABLE.trim()
    .split('\n')
    .flatMap((line) => {
      const [year, ...days] = line.split(' ');
      return days.map((day) => `${year}-${day}`);
    }),
);

/** Returns true if a weekday from 2024 to 2060, such as `2026-03-09`, is a public holiday. */
export function isHoliday(day: string): boolean {
  return holidays.has(day);
}

/** The current day, such as `2026-03-09`, and the promise of an order. */
export type ArrivalBasis = { today: string; promise: DeliveryPromise };

/**
 * Returns the days between which an order arrives, none before today; an unpaid order counts as
 * paid today. Null after its last day, and for an order that was cancelled or completed unpaid.
 */
export function orderArrival(order: OrderFacts, { today, promise }: ArrivalBasis): Arrival | null {
  const status = statusOf(order);
  const { dueOn, arrivesBy } = order;
  const paidOn = order.depositOn ?? order.paidOn;
  if (!(isUnderWay(status) || isCompleted(status))) return null;
  if (paidOn === null) return isUnderWay(status) ? arrivalOf(today, promise) : null;
  if (dueOn === null || arrivesBy === null || arrivesBy < today) return null;
  const from = addWorkdays(dueOn, promise.transportDays ?? 0, promise.closures);
  return { from: from < today ? today : from, to: arrivesBy };
}

/**
 * Returns the last day, such as `2026-03-09`, on which the buyer may complain; null: the order has
 * not left. Counts from the latest possible arrival: the promised day, or the courier's days after
 * dispatch, also of a reprint, if that is later.
 * @param days null: the shop accepts no complaints
 */
export function complainBy(
  order: OrderFacts,
  { days, promise }: { days: number | null; promise: DeliveryPromise },
): string | null {
  const sentAt = lastSentAt(order);
  if (days === null || sentAt === null) return null;
  const { arrivesBy } = order;
  const arrived = lastArrival(dayOf(sentAt), promise, order);
  return addDays(arrivesBy !== null && arrivesBy > arrived ? arrivesBy : arrived, days);
}

/** Returns the last day on which a parcel sent on a day can arrive; a reprint has no promise. */
export function lastArrival(
  sentOn: string,
  { minDays, maxDays, closures, transportDays = 0 }: DeliveryPromise,
  { arrivesBy, reprint }: Pick<OrderFacts, 'arrivesBy' | 'reprint'> = NO_PROMISE,
): string {
  const travelled = addWorkdays(sentOn, maxDays - minDays + transportDays, closures);
  const promised = reprint?.marks.dispatched ? null : arrivesBy;
  return promised !== null && promised > travelled ? promised : travelled;
}

/**
 * Returns true until an order that left has reached its buyer: to the last day on which it can
 * arrive, or the day on which it was handed over.
 */
export function isOnItsWay(
  order: OrderFacts,
  { today, promise, isPickedUp }: ArrivalBasis & { isPickedUp: boolean },
): boolean {
  const sentAt = lastSentAt(order);
  if (sentAt === null) return false;
  const sentOn = dayOf(sentAt);
  return today <= (isPickedUp ? sentOn : lastArrival(sentOn, promise, order));
}

const NO_PROMISE = { arrivesBy: null, reprint: null };
