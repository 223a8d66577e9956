import { addDays, dayOf } from './dates.ts';

/** What becomes of orders that nobody pays; days are counted from the order's own. */
export type UnpaidRules = {
  /** Until when an order is to be paid; null: no deadline. */
  payDays: number | null;
  /** Days on which an unpaid order's buyer is reminded; ascending. */
  reminders: { day: number }[];
  /** Whether the shop cancels an order the day after its deadline. */
  cancels: boolean;
};

/** Nobody is reminded of older orders. */
export const MAX_PAY_DAYS = 60;

export const NO_UNPAID_RULES: UnpaidRules = { payDays: null, reminders: [], cancels: false };

/** Returns the last day on which an order is to be paid, such as `2026-03-09`; null: there is none. */
export function payByOf(createdAt: number, { payDays }: UnpaidRules): string | null {
  return payDays === null ? null : addDays(dayOf(createdAt), payDays);
}

/**
 * Returns how many reminders an unpaid order has come to by a day, such as `2026-03-09`.
 * @param since when it was complete: an order without pictures has no price yet
 */
export function remindersDue(since: number, today: string, { reminders }: UnpaidRules): number {
  return reminders.filter(({ day }) => addDays(dayOf(since), day) <= today).length;
}

/** Returns true once the day is past until which an unpaid order was to be paid. */
export function isOverdue(payBy: string | null, today: string): boolean {
  return payBy !== null && payBy < today;
}
