import type { Discount } from '#domain/discounts/discounts.ts';
import type { OrderFacts } from '#domain/orders/order-stage.ts';
import { CANCELLED_STATUS, isUnderWay, isVoid, type OrderStatus } from '#domain/orders/status.ts';
import { type DepositRule, NO_DEPOSIT } from '#domain/payments/deposit.ts';
import type { ProofState } from '#domain/production/proofs.ts';
import type { AccountNumber, CodeName } from './actions.ts';

export type ModelOrder = Pick<OrderFacts, 'marks' | 'setByHand' | 'reprint'> & {
  account: AccountNumber;
  asGuest: boolean;
  code: CodeName | null;
  city: string;
  quantity: number;
  total: number;
  /** What was quoted besides pins and shipping. */
  charge: number;
  /** What it was or is as a quote, by days of the model; null: it never was one. */
  quote: { madeOn: number; validUntil: number; isAccepted: boolean } | null;
  /** The owner changed its items. */
  isChanged: boolean;
  status: OrderStatus;
  isPaid: boolean;
  /** It became paid online, without a part before: what is noted by hand later does not matter. */
  isPaidOnline: boolean;
  /** Pesos that count for it: noted by the owner, and paid online; what of it went back. */
  parts: number[];
  online: number;
  back: number;
  /** What of that was too much, so that it can be asked for again. */
  backOfTotal: number;
  /** The share that is asked for first; null: none. It stays once all of it, or the order, is paid. */
  deposit: number | null;
  isDeposited: boolean;
  /** How often a payment of it was noted. */
  timesPaid: number;
  /** What the payment provider charged for it and still holds; how often it refunded. */
  charges: { left: number; isCounted: boolean }[];
  refunds: number;
  /** Its buyer has requested to cancel it. */
  asksToCancel: boolean;
  isDeleted: boolean;
  /** Day of the model; null while it is not in the bin. */
  deletedOn: number | null;
  wasDeleted: boolean;
  /** The bin was emptied. */
  isGone: boolean;
  isErased: boolean;
  /** Days of the model: on which it was placed, or its quote accepted, and the last to pay it. */
  placedOn: number;
  payBy: number;
  isReminded: boolean;
  /** It left unpaid: it is reminded once it arrived, by business days, which the model does not have. */
  mayBeReminded: boolean;
  /** The day on which the link for another picture expires; null: none is open. */
  linkUntil: number | null;
  /** How many pictures of its item can be restored. */
  previous: number;
  hasOtherPicture: boolean;
  /** Null: none was sent. */
  complaint: { isOpen: boolean; sent: number } | null;
  /** Receipts that its buyer sent, and whether the shop has one. */
  receipts: number;
  hasReceipt: boolean;
  /** The last proof; null: none was sent. */
  proof: { state: ProofState; sentOn: number; isReminded: boolean } | null;
  /** How many of its proofs were answered, and how many reminders were sent. */
  proofAnswers: number;
  proofReminders: number;
};

/** A simple model of the shop. */
export type Model = {
  depositRule: DepositRule;
  /** How many marks and statuses were set so far. */
  time: number;
  /** How many days have passed. */
  day: number;
  /** In the order in which they were placed. */
  orders: ModelOrder[];
  isActive: Record<CodeName, boolean>;
  isVerified: [boolean, boolean];
  addresses: [string | null, string | null];
};

/** The discount of a code, and the maximum number of orders with it. */
export const terms: Record<CodeName, { discount: Discount; max: number }> = {
  LIBRE: {
    discount: { code: 'LIBRE', name: 'Siempre', type: 'percentage', value: 15 },
    max: Number.POSITIVE_INFINITY,
  },
  DOSVECES: {
    discount: { code: 'DOSVECES', name: 'Dos veces', type: 'percentage', value: 33 },
    max: 2,
  },
  UNAVEZ: { discount: { code: 'UNAVEZ', name: 'Una vez', type: 'fixed', value: 2000 }, max: 1 },
};

export function newModel(depositRule = NO_DEPOSIT): Model {
  return {
    depositRule,
    time: 0,
    day: 0,
    orders: [],
    isActive: { LIBRE: true, DOSVECES: true, UNAVEZ: true },
    isVerified: [false, false],
    addresses: [null, null],
  };
}

/** Returns how many orders use the code. */
export function usesOf({ orders }: Model, code: CodeName): number {
  return orders.filter((order) => order.code === code && holdsUse(order)).length;
}

/** Returns the positions of the orders that an account sees, newest first. */
export function historyOf({ orders, isVerified }: Model, account: AccountNumber): number[] {
  return orders
    .map((order, at) => ({ ...order, at }))
    .filter((order) => order.account === account && !order.isDeleted && !order.isErased)
    .filter((order) => !isQuote(order))
    .filter(({ asGuest }) => !asGuest || isVerified[account])
    .map(({ at }) => at)
    .reverse();
}

/** Returns whether it is no order yet: nobody has accepted it. */
export function isQuote({ quote }: ModelOrder): boolean {
  return quote !== null && !quote.isAccepted;
}

export function findOrder(
  { orders }: Pick<Model, 'orders'>,
  { order }: OfOrder,
): ModelOrder | undefined {
  return orders[order % Math.max(1, orders.length)];
}

export function setCancelled(model: Model, order: ModelOrder): void {
  model.time += 1;
  order.status = CANCELLED_STATUS;
  order.setByHand = { status: CANCELLED_STATUS, at: model.time };
}

export function isBeingReprinted({ status, reprint: again }: ModelOrder): boolean {
  return again !== null && again.marks.dispatched === null && !isVoid(status);
}

export function hasOpenPictures(order: ModelOrder): boolean {
  return isUnderWay(order.status) && order.marks.printed === null;
}

/** Returns whether the shop waits for another picture, even once the link for it has expired. */
export function asksForPicture(order: ModelOrder): boolean {
  return order.linkUntil !== null && hasOpenPictures(order);
}

export type OfOrder = { order: number };

export function isUsable(model: Model, code: CodeName): boolean {
  return model.isActive[code] && hasUseLeft(model, code);
}

export function hasUseLeft(model: Model, code: CodeName): boolean {
  return usesOf(model, code) < terms[code].max;
}

export function holdsUse({ status, isDeleted }: ModelOrder): boolean {
  return !isVoid(status) && !isDeleted;
}
