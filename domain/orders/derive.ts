import { dayOf } from '#domain/base/dates.ts';
import { dueOn, leaveBy } from '#domain/delivery/business-days.ts';
import type { Closure } from '#domain/delivery/promise.ts';
import { depositOf } from '#domain/payments/deposit.ts';
import { amountToRefund, isPromise, openRefunds, sumAmounts } from '#domain/payments/refunds.ts';
import { isOverdue, payByOf, type UnpaidRules } from '#domain/payments/unpaid.ts';
import type { ProofMode } from '#domain/production/proofs.ts';
import { latestReprint, type Order, type OrderPayment, type OrderRefund } from './order.ts';
import {
  amountDueOf,
  depositedWith,
  hasDeadline,
  isFree,
  isRefunded,
  isUnpriced,
  moneyOf,
  openRefundsOf,
  paidWith,
  paymentsOf,
  promisesOf,
  settlingPayments,
  wasCalledOff,
} from './order-money.ts';
import { type OrderFacts, stageOf, startOf, statusOf } from './order-stage.ts';
import { openQuoteOf } from './quote.ts';
import { isUnderWay, isVoid } from './status.ts';

/** Returns the facts from which an order's status, stage and steps follow. */
export function factsOf(order: Order): OrderFacts {
  const [{ marks }] = order.rounds;
  const reprint = latestReprint(order);
  return {
    ...order,
    pins: order.cost.pins,
    depositOn: order.deposit === null ? undefined : order.depositOn,
    amountDue: amountDueOf(order),
    isRefunded: isRefunded(order),
    marks,
    reprint: reprint && { at: reprint.startedAt ?? 0, marks: reprint.marks },
  };
}

type Rules = {
  proof: ProofMode;
  closures: Closure[];
  unpaid: UnpaidRules;
  now: number;
  newId: () => string;
};

/** Returns a changed order with everything that follows from its facts. */
export function derive(before: Order, changed: Order, rules: Rules): Order {
  const { proof, closures, now } = rules;
  const [{ marks }] = changed.rounds;
  const status = statusOf({ ...changed, marks });
  const money = withMoney(before, { ...changed, status }, dayOf(now));
  const paid = withPromise(before, money, closures);
  const facts = factsOf(paid);
  const order = {
    ...paid,
    payBy: deadlineOf(before, paid, rules),
    waitsFor: openQuoteOf(changed) ? null : stageOf(facts, proof),
    startedAt: startOf(facts, now),
  };
  return { ...order, refunds: refundsOf(before, order, rules) };
}

/**
 * Sums up what came in and what went back. A total that rises later, or a part that goes back, does
 * not make a paid order unpaid; a payment that is removed may. One without a payment is paid from
 * the day on which it costs nothing, and while it does.
 */
function withMoney(before: Order, order: Order, today: string): Order {
  const now = paymentsOf(order);
  const paidBefore = paidWith(before);
  const earlier = hasAll(paidBefore, order) ? paidBefore.at(-1) : undefined;
  const settling = now.find(({ id }) => id === earlier?.id) ?? settlingPayments(order).at(-1);
  const freeOn = isFree(order) ? (before.paidOn ?? today) : null;
  const paid = { ...order, paidOn: settling?.paidOn ?? freeOn, ...moneyOf(order) };
  const isSettled = earlier !== undefined || hasAll(depositedWith(before), order);
  return { ...paid, ...(isSettled ? depositPart(before) : openDepositPart(paid)) };
}

/** Returns whether an order still has payments that it had before; false for none. */
function hasAll(payments: readonly OrderPayment[], order: Order): boolean {
  const now = new Set(paymentsOf(order).map(({ id }) => id));
  return payments.length > 0 && payments.every(({ id }) => now.has(id));
}

/**
 * Returns the last day to pay an order. Where the shop cancels overdue ones, it begins anew for one
 * that has to be paid again after its day, such as one that was reopened.
 */
function deadlineOf(before: Order, order: Order, { unpaid, now }: Rules): string | null {
  const isAsked = (each: Order) => each.deletedAt === null && hasDeadline(each);
  const isAskedAgain = !isAsked(before) && isAsked(order);
  const isDue = unpaid.cancels && isAskedAgain && isOverdue(order.payBy, dayOf(now));
  return isDue ? payByOf(now, unpaid) : order.payBy;
}

type DepositPart = Pick<Order, 'deposit' | 'depositOn'>;

const depositPart = ({ deposit, depositOn }: Order): DepositPart => ({ deposit, depositOn });

/** A deposit follows the total until it or the order is paid; then it stays, unless a payment is removed. */
function openDepositPart(order: Order): DepositPart {
  const deposit = depositOf(order.cost.totalAmount, order.depositRule);
  const depositOn =
    deposit === null ? null : (settlingPayments(order, deposit).at(-1)?.paidOn ?? null);
  return { deposit, depositOn };
}

/** The promised days count from the deposit, else from the payment; an order that was called off has none. */
function withPromise(before: Order, order: Order, closures: Closure[]): Order {
  const { minDays, maxDays, transportDays } = order.promise;
  const from = promiseStart(order);
  const isPaidAsBefore = from === promiseStart(before);
  const isNeededAsBefore = order.delivery.neededBy === before.delivery.neededBy;
  const travelsEqually = transportDays === before.promise.transportDays;
  const within = (days: number) => dueOn(from, { minDays: days, closures });
  return {
    ...order,
    dueOn: isPaidAsBefore ? before.dueOn : within(minDays),
    arrivesBy:
      isPaidAsBefore && travelsEqually ? before.arrivesBy : within(maxDays + transportDays),
    leaveBy:
      isNeededAsBefore && travelsEqually
        ? before.leaveBy
        : leaveBy(order.delivery.neededBy, { transportDays, closures }),
  };
}

function promiseStart(order: Order): string | null {
  return wasCalledOff(order) ? null : (order.depositOn ?? order.paidOn);
}

/**
 * Returns an order's refunds after a change: those that the shop still has to make are added, changed
 * or removed, with one row of each cause.
 */
function refundsOf(before: Order, order: Order, { now, newId }: Rules): OrderRefund[] {
  const { paid, refunded, refunds, cost } = order;
  const wasOpen = (id: string) => !before.refunds.some((each) => each.id === id && each.doneOn);
  const done = refunds.filter(({ id, doneOn }) => doneOn !== null && wasOpen(id));
  const open = openRefundsOf(order).map((each) => {
    const back = sumAmounts(done.filter(({ reason }) => reason === each.reason));
    return { ...each, amount: Math.max(0, each.amount - back) };
  });
  const promised = open
    .filter(isPromise)
    .map((each) => ({ ...each, amount: Math.min(each.amount, paid - refunded) }));
  const isCancelled = isVoid(order.status);
  const promises = { ...promisesOf(order), open: sumAmounts(promised) };
  // What came in before the price is known may be less than it.
  const amount =
    isUnpriced(order) && !isCancelled
      ? 0
      : amountToRefund(order, { total: cost.totalAmount, isCancelled, promises });
  const next = openRefunds(
    open.filter((each) => !isPromise(each)),
    amount,
    { isCancelled, from: before.cost.totalAmount, to: cost.totalAmount, today: dayOf(now) },
  );
  const all = new Map([...promised, ...next].map((each) => [each.reason, each]));
  const had = new Set(open.map(({ reason }) => reason));
  return [
    ...refunds.flatMap((refund) => {
      if (refund.doneOn !== null) return [refund];
      const amountLeft = all.get(refund.reason)?.amount ?? 0;
      return amountLeft > 0 ? [{ ...refund, amount: amountLeft }] : [];
    }),
    ...next
      .filter(({ reason }) => !had.has(reason))
      .map((each) => ({ ...{ id: newId(), createdAt: now, doneOn: null, how: null }, ...each })),
  ];
}

/** Returns whether an order's pictures can be changed: it is in progress and not printed. */
export function hasOpenPictures({ status, rounds }: Pick<Order, 'status' | 'rounds'>): boolean {
  return isUnderWay(status) && rounds[0].marks.printed === null;
}
