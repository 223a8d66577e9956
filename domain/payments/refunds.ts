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

/** What was promised for complaints, in pesos: still open, and done since. */
export type Promises = { open: number; done: number };

/** Returns whether a refund is promised whatever the order costs; the others follow from its sums. */
export function isPromise({ reason }: { reason: RefundReason }): boolean {
  return reason === 'complaint';
}

/**
 * Returns what the shop has to give back besides its promises, in pesos: what came in beyond the
 * order's total, and everything once the order is cancelled. With the promises never more than came
 * in; one that was kept does not lower it.
 */
export function amountToRefund(
  { paid, refunded }: Money,
  {
    total,
    isCancelled,
    promises: { open, done } = { open: 0, done: 0 },
  }: { total: number; isCancelled: boolean; promises?: Promises },
): number {
  const left = paid - refunded - open;
  return Math.max(0, isCancelled ? left : Math.min(left, paid - refunded + done - total));
}

/** Returns what is missing for the order's total, in pesos; negative: what was paid beyond it. */
export function balanceOf({ paid, refunded }: Money, total: number): number {
  return total - paid + refunded;
}

/** Of these reasons money goes back because the total was less: it can be asked for again. */
export const REFUNDED_OF_TOTAL: readonly RefundReason[] = ['change', 'overpaid'];

type Given = Pick<OpenRefund, 'amount' | 'reason'> & {
  dueOn: string | null;
  doneOn: string | null;
};

/**
 * Returns what the buyer is still asked for, in pesos: the balance without what was given back for
 * a complaint, a cancellation or another reason.
 */
export function amountDue(
  { paid }: Pick<Money, 'paid'>,
  total: number,
  refunds: readonly Given[],
): number {
  return Math.max(0, total - paid + refundedOfTotal(refunds));
}

/**
 * Returns what of the total went back because the shop owed it: the total had become less, or too
 * much was paid.
 */
export function refundedOfTotal(refunds: readonly Given[]): number {
  return sumAmounts(
    refunds.filter(
      ({ reason, dueOn, doneOn }) =>
        doneOn !== null && dueOn !== null && REFUNDED_OF_TOTAL.includes(reason),
    ),
  );
}

/** Returns whether all that came in went back; false if nothing came in. */
export function isRefundedInFull({ paid, refunded }: Money): boolean {
  return refunded > 0 && refunded >= paid;
}

/** A promise to give money back: pesos, and the last day, such as `2026-03-09`. */
export type OpenRefund = { amount: number; reason: RefundReason; dueOn: string };

/** Whose refund shrinks first, when less has to go back. */
const SHRINKING: readonly RefundReason[] = ['overpaid', 'change', 'cancelled'];

/**
 * Returns the open refunds of an order after a change, one of each cause: what is more has the cause of
 * the change, what is less is taken from the others. Each keeps its day.
 * @param amount what has to go back, in pesos
 * @param change.from the order's total before, `to` after it
 * @param change.today the day from which a new promise counts
 */
export function openRefunds(
  before: readonly OpenRefund[],
  amount: number,
  {
    isCancelled,
    from = 0,
    to = from,
    today,
  }: { isCancelled: boolean; from?: number; to?: number; today: string },
): OpenRefund[] {
  const cause = isCancelled ? 'cancelled' : to < from ? 'change' : 'overpaid';
  const kept = before.filter(({ reason }) => isCancelled || reason !== 'cancelled');
  const more = amount - sumAmounts(kept);
  if (more > 0) {
    const own = kept.find(({ reason }) => reason === cause);
    const grown = { amount: more, reason: cause, dueOn: addDays(today, REFUND_DAYS) } as const;
    if (!own) return [...kept, grown];
    return kept.map((each) => (each === own ? { ...own, amount: own.amount + more } : each));
  }
  // A total that rises takes back what its fall had promised.
  const order = to > from ? SHRINKING.toSorted(byChangeFirst) : SHRINKING;
  let less = -more;
  const shrunk = new Map<RefundReason, number>();
  for (const reason of order) {
    const own = kept.find((each) => each.reason === reason)?.amount ?? 0;
    shrunk.set(reason, own - Math.min(own, less));
    less -= Math.min(own, less);
  }
  return kept
    .map((each) => ({ ...each, amount: shrunk.get(each.reason) ?? each.amount }))
    .filter((each) => each.amount > 0);
}

const byChangeFirst = (one: RefundReason, other: RefundReason) =>
  Number(other === 'change') - Number(one === 'change');

/** Returns the sum of amounts, in pesos. */
export function sumAmounts(parts: readonly { amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * Returns the parts in which an amount goes back, in pesos: of the open refunds in their sequence, and
 * what is more than they are, of no cause.
 */
export function partsOfRefund<Open extends OpenRefund>(
  open: readonly Open[],
  amount: number,
): { amount: number; of: Open | null }[] {
  let left = amount;
  const parts = open.map((of) => {
    const part = Math.min(left, of.amount);
    left -= part;
    return { amount: part, of };
  });
  return [...parts, { amount: left, of: null }].filter((part) => part.amount > 0);
}
