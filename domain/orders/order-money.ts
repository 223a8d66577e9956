import { type Deposit, openDeposit } from '#domain/payments/deposit.ts';
import { paySignsOf } from '#domain/payments/online-payment.ts';
import {
  amountDue,
  isPromise,
  isRefundedInFull,
  type Money,
  type Promises,
  refundedOfTotal,
  sumAmounts,
} from '#domain/payments/refunds.ts';
import type { Order, OrderPayment, OrderRefund } from './order.ts';
import { isCalledOff } from './order-stage.ts';
import { isCompleted, isUnderWay, isVoid } from './status.ts';

/** Returns the payments that count. */
export function paymentsOf({ payments }: Pick<Order, 'payments'>): OrderPayment[] {
  return payments.filter(({ removedAt }) => removedAt === null);
}

/** Returns whether an order has no price yet: the shop opened it, and its pictures are missing. */
export function isUnpriced({ cost }: Pick<Order, 'cost'>): boolean {
  return cost.pins === 0 && cost.agreedTotal === null;
}

/** Returns the payments of an order that gets its price: one without an amount is the rest of it. */
export function pricePayments({ payments }: Order, totalAmount: number): OrderPayment[] {
  const rest = Math.max(0, totalAmount - sumAmounts(paymentsOf({ payments })));
  return payments.map((payment) => (payment.amount === 0 ? { ...payment, amount: rest } : payment));
}

/**
 * Returns the payments by which what came in reached an amount, by default the order's total, in the
 * sequence of their days; none: some of it is missing. What was noted later does not count. An order
 * without a total needs a payment, too; one without a price needs one without an amount, by which the
 * shop notes it as paid.
 */
export function settlingPayments(
  order: Order,
  amountToReach = order.cost.totalAmount,
): OrderPayment[] {
  const noted = paymentsOf(order);
  if (isUnpriced(order)) return noted.filter(({ amount }) => amount === 0).slice(0, 1);
  const untilReached = (payments: readonly OrderPayment[]) => {
    let sum = -refundedOfTotal(order.refunds);
    const last = payments.findIndex(({ amount }) => {
      sum += amount;
      return sum >= amountToReach;
    });
    return payments.slice(0, last + 1);
  };
  const byDay = (one: OrderPayment, other: OrderPayment) => one.paidOn.localeCompare(other.paidOn);
  return untilReached(untilReached(noted).toSorted(byDay));
}

/** Returns whether an order costs nothing: it is paid without a payment. */
export function isFree({ cost }: Pick<Order, 'cost'>): boolean {
  return cost.totalAmount === 0 && cost.pins > 0;
}

/** Returns the payment by which an order became paid; null: it is not paid, or costs nothing. */
export function paidBy(order: Order): OrderPayment | null {
  return paidWith(order).at(-1) ?? null;
}

/** Returns the payments by which an order became paid, that payment last. */
export function paidWith(order: Order): OrderPayment[] {
  return order.paidOn === null ? [] : reachedBy(order, order.cost.totalAmount, order.paidOn);
}

/** Returns the payments by which an order's deposit was complete; none: it is not, or none is asked for. */
export function depositedWith(order: Order): OrderPayment[] {
  const { deposit, depositOn } = order;
  return deposit === null || depositOn === null ? [] : reachedBy(order, deposit, depositOn);
}

/** Returns the payments that reached an amount on a day, which may have been another one then. */
function reachedBy(order: Order, amount: number, on: string): OrderPayment[] {
  const settling = settlingPayments(order, amount);
  if (settling.at(-1)?.paidOn === on) return settling;
  const noted = paymentsOf(order);
  return noted.slice(0, noted.findLastIndex(({ paidOn }) => paidOn === on) + 1);
}

/** Returns how an order became paid, in Spanish; null: it is not paid. */
export function howPaid(order: Order): string | null {
  return order.paidOn === null ? null : (paidBy(order)?.how ?? 'Sin costo');
}

/**
 * Returns what the buyer is still asked for, in pesos; 0 once it is paid, unless it became dearer, and
 * of an order that was cancelled or called off.
 */
export function amountDueOf(order: Order): number {
  return isVoid(order.status) || wasCalledOff(order) ? 0 : missingOf(order);
}

/** Returns whether all its money went back before anything of it was made. */
export function wasCalledOff(order: Order): boolean {
  const [{ marks }] = order.rounds;
  const depositOn = order.deposit === null ? undefined : order.depositOn;
  return isCalledOff({ ...order, depositOn, marks, isRefunded: isRefunded(order) });
}

/** Returns what is missing of the total, in pesos, even of a cancelled order. */
export function missingOf(order: Order): number {
  return amountDue(moneyOf(order), order.cost.totalAmount, order.refunds);
}

/** Returns whether all that was paid went back; false if all of it was beyond the total. */
export function isRefunded(order: Order): boolean {
  const money = moneyOf(order);
  const isInFull = isRefundedInFull(money) && refundedOfTotal(order.refunds) < money.paid;
  return isInFull && !isFree(order);
}

type Owed = { status: string; amountDue: number; isPaid: boolean };

/**
 * Returns whether money is still to come for an order: until it is paid or cancelled, also after it
 * left, and while it has no price yet.
 */
export function owesMoney({ status, amountDue: due, isPaid }: Owed): boolean {
  return due > 0 || (!isPaid && isUnderWay(status));
}

/** Returns the same of a stored order. */
export function isOwed(order: Order): boolean {
  const { status, paidOn } = order;
  const isPaid = paidOn !== null || wasCalledOff(order);
  return owesMoney({ status, amountDue: amountDueOf(order), isPaid });
}

/** Returns whether nothing came in for an order that owes money: no payment, part of it, or receipt. */
export function lacksPayment(order: Order): boolean {
  return isOwed(order) && order.paidOn === null && !paySignsOf(order).mayHoldMoney;
}

/** Returns whether an order's deadline counts: it is in progress, and nothing came in for it. */
export function hasDeadline(order: Order): boolean {
  return isUnderWay(order.status) && lacksPayment(order);
}

/** Returns an order's deposit; null: none is asked for. */
export function presentDeposit({ deposit, depositOn }: Order): Deposit | null {
  return deposit === null ? null : { amount: deposit, isPaid: depositOn !== null };
}

/** Returns what is missing of the deposit, in pesos; 0: none is asked for, it was paid, or the order left. */
export function openDepositOf(order: Order): number {
  const { totalAmount: total } = order.cost;
  const isOver = isCompleted(order.status);
  return openDeposit(presentDeposit(order), { total, due: amountDueOf(order), isOver });
}

/** Returns what the buyer is asked for now, in pesos: the open deposit, else all that is missing. */
export function askedNowOf(order: Order): number {
  return openDepositOf(order) || amountDueOf(order);
}

/** Returns what came in for an order, and what of it went back. */
export function moneyOf(order: Pick<Order, 'payments' | 'refunds'>): Money {
  return {
    paid: sumAmounts(paymentsOf(order)),
    refunded: sumAmounts(order.refunds.filter(({ doneOn }) => doneOn !== null)),
  };
}

/** A refund that the shop still has to make. */
type OpenOrderRefund = OrderRefund & { dueOn: string; doneOn: null };

/** Returns what the shop still has to give back, by its causes. */
export function openRefundsOf({ refunds }: Pick<Order, 'refunds'>): OpenOrderRefund[] {
  return refunds.flatMap((refund) => {
    const { dueOn, doneOn } = refund;
    return doneOn === null && dueOn !== null ? [{ ...refund, dueOn, doneOn }] : [];
  });
}

/** Returns what was promised for complaints; a done one had a day, too. */
export function promisesOf(order: Pick<Order, 'refunds'>): Promises {
  const promised = order.refunds.filter((each) => isPromise(each) && each.dueOn !== null);
  const [done, open] = [true, false].map((isDone) =>
    sumAmounts(promised.filter(({ doneOn }) => (doneOn !== null) === isDone)),
  );
  return { open: open ?? 0, done: done ?? 0 };
}
