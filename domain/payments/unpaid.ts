import { addDays, dayOf } from '#domain/base/dates.ts';

/** Rules for unpaid orders; days count from the day of the order. */
export type UnpaidRules = {
  /** The deadline for payment; null: no deadline. */
  payDays: number | null;
  /** Days on which the buyer of an unpaid order is reminded; ascending. */
  reminders: { day: number }[];
  /** Whether the shop cancels an unpaid order the day after its deadline. */
  cancels: boolean;
};

/** Older orders get no reminders. */
export const MAX_PAY_DAYS = 60;

export const NO_UNPAID_RULES: UnpaidRules = { payDays: null, reminders: [], cancels: false };

/** Returns the last day to pay an order, such as `2026-03-09`; null: no deadline. */
export function payByOf(createdAt: number, { payDays }: UnpaidRules): string | null {
  return payDays === null ? null : addDays(dayOf(createdAt), payDays);
}

/**
 * Returns how many reminders of an unpaid order are due by a day, such as `2026-03-09`.
 * @param since when it was complete: an order without pictures has no price yet
 */
export function remindersDue(since: number, today: string, { reminders }: UnpaidRules): number {
  return reminders.filter(({ day }) => addDays(dayOf(since), day) <= today).length;
}

/** Returns true after the last day to pay an unpaid order. */
export function isOverdue(payBy: string | null, today: string): boolean {
  return payBy !== null && payBy < today;
}
