import { addDays } from '#domain/base/dates.ts';

/** Why money goes back to a buyer. */
export const REFUND_REASONS = ['cancelled', 'complaint', 'change', 'overpaid', 'other'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/** How it goes back: by the payment's provider, or by the owner, who notes it. */
export const REFUND_WAYS = ['online', 'transfer', 'cash', 'other'] as const;
export type RefundWay = (typeof REFUND_WAYS)[number];

/** Days within which a cancelled order's money is refunded, as the terms promise. */
export const REFUND_DAYS = 10;

export const refundReasonLabels: Readonly<Record<RefundReason, string>> = {
  cancelled: 'Pedido cancelado',
  complaint: 'Reclamo',
  change: 'Cambio en el pedido',
  overpaid: 'Pago de más',
  other: 'Otro motivo',
};

export const refundWayLabels: Readonly<Record<RefundWay, string>> = {
  online: 'Al medio con que se pagó',
  transfer: 'Transferencia',
  cash: 'Efectivo',
  other: 'Otra forma',
};

/** What came in for an order and what of it went back, in pesos: `0 <= refunded <= paid`. */
export type Money = { paid: number; refunded: number };

/**
 * Returns what the shop has to give back, in pesos: what came in beyond the order's total, and
 * everything once the order is cancelled.
 */
export function amountToRefund(
  { paid, refunded }: Money,
  { total, isCancelled }: { total: number; isCancelled: boolean },
): number {
  return Math.max(0, paid - refunded - (isCancelled ? 0 : total));
}

/** Returns what is missing for the order's total, in pesos; negative: what was paid beyond it. */
export function balanceOf({ paid, refunded }: Money, total: number): number {
  return total - paid + refunded;
}

/** Of these reasons money goes back because the total was less: it can be asked for again. */
const OF_TOTAL: readonly RefundReason[] = ['change', 'overpaid'];

type Given = { amount: number; reason: RefundReason; doneOn: string | null };

/**
 * Returns what the buyer is still asked for, in pesos: the balance without what was given back for
 * a complaint, a cancellation or another reason.
 */
export function amountDue(balance: number, refunds: readonly Given[]): number {
  const done = refunds.filter(({ doneOn }) => doneOn !== null);
  const all = done.reduce((sum, { amount }) => sum + amount, 0);
  return Math.max(0, balance - all + refundedOfTotal(refunds));
}

/** Returns what of the total went back, because it had become less or too much was paid. */
export function refundedOfTotal(refunds: readonly Given[]): number {
  return refunds
    .filter(({ reason, doneOn }) => doneOn !== null && OF_TOTAL.includes(reason))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns whether all that came in went back; false if nothing came in. */
export function isRefundedInFull({ paid, refunded }: Money): boolean {
  return refunded > 0 && refunded >= paid;
}

/** A promise to give money back: pesos, and the last day, such as `2026-03-09`. */
export type OpenRefund = { amount: number; reason: RefundReason; dueOn: string };

/**
 * Returns the open refund of an order after a change; null: nothing has to go back. An open one
 * keeps its day, unless its reason changes.
 * @param change.isCheaper the order's total became less
 * @param change.today the day from which a new promise counts
 */
export function openRefund(
  before: OpenRefund | null,
  amount: number,
  {
    isCancelled,
    isCheaper = false,
    today,
  }: { isCancelled: boolean; isCheaper?: boolean; today: string },
): OpenRefund | null {
  if (amount === 0) return null;
  const isOfTotal = before !== null && OF_TOTAL.includes(before.reason);
  const ofTotal = isOfTotal ? before.reason : 'overpaid';
  const reason = isCancelled ? 'cancelled' : isCheaper ? 'change' : ofTotal;
  if (before?.reason === reason) return { ...before, amount };
  return { amount, reason, dueOn: addDays(today, REFUND_DAYS) };
}
