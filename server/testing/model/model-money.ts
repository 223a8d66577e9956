import { priceByDefault } from '#contract/testing/price-by-default.ts';
import { keysOf } from '#domain/base/keys.ts';
import { MARKS } from '#domain/orders/order-stage.ts';
import { isUnderWay, isVoid } from '#domain/orders/status.ts';
import { depositOf } from '#domain/payments/deposit.ts';
import type { Action } from './actions.ts';
import { findOrder, isQuote, type Model, type ModelOrder, terms } from './model-order.ts';

/** Days until the deadline of unpaid orders. */
export const PAY_DAYS = 5;

/** Returns whether the shop waits for an order's payment. */
export function isAsked(order: ModelOrder): boolean {
  const { status, isPaid, isDeleted, hasReceipt } = order;
  const isOpen = isUnderWay(status) && !isDeleted && !isQuote(order);
  return isOpen && !isPaid && !hasReceipt && !holdsMoney(order);
}

/** What has to be paid again after its day has its days again. @param asked of each order before */
export function renewDeadlines({ orders, day }: Model, asked: readonly boolean[]): void {
  for (const [at, order] of orders.entries()) {
    const isAgain = asked[at] === false && isAsked(order);
    if (isAgain && order.payBy < day) order.payBy = day + PAY_DAYS;
  }
}

type MoneyAction = Extract<Action, { does: 'pay' | 'payPart' | 'changeItems' }>;

export function changeMoney(model: Model, action: MoneyAction): number {
  const order = findOrder(model, action);
  if (order && !order.isDeleted && isQuote(order)) return changeQuoted(order, action);
  const before = order && { ...order };
  const status =
    action.does === 'pay'
      ? pay(model, action)
      : action.does === 'payPart'
        ? payPart(model, action)
        : changeItems(model, action);
  if (order && before) setDeposit(model, order, before);
  return status;
}

/** A quote has no items and takes no money. */
function changeQuoted({ status }: ModelOrder, action: MoneyAction): number {
  if (action.does === 'changeItems') return isVoid(status) ? 409 : 400;
  return action.does === 'pay' && !action.isPaid ? 200 : 409;
}

/** A deposit follows the total until it or the order is paid, and again once a payment is removed. */
export function setDeposit({ depositRule }: Model, order: ModelOrder, before: ModelOrder): void {
  const isLess = sumOf(order) < sumOf(before);
  if ((before.isDeposited || before.isPaid) && !isLess) return;
  order.deposit = depositOf(order.total, depositRule);
  order.isDeposited = order.deposit !== null && sumOf(order) >= order.deposit;
}

function pay(model: Model, action: Extract<Action, { does: 'pay' }>): number {
  const order = findOrder(model, action);
  if (!order || order.isDeleted) return 404;
  if (!action.isPaid) return unpay(order);
  // An order that became dearer has a part to pay.
  if (!order.isPaid || dueOf(order) > 0) {
    order.parts.push(dueOf(order));
    order.isPaid = true;
    order.timesPaid += 1;
    return 200;
  }
  // It was paid by the provider's payment, which is the last: its day and way stay.
  return order.online > 0 && sumOf({ ...order, online: 0 }) < order.total ? 409 : 200;
}

/** Removes what was noted; money that came in online is given back instead. */
function unpay(order: ModelOrder): number {
  const sum = sumOf(order);
  if (sum === 0) return 200;
  const left = order.online;
  if (left === sum || left < order.back) return 409;
  const isPaid = left > 0 && (left >= order.total || order.isPaidOnline);
  Object.assign(order, { parts: [], isPaid });
  return 200;
}

/** Returns what is missing for an order, in pesos. */
export function dueOf(order: ModelOrder): number {
  return Math.max(0, order.total - sumOf(order) + order.backOfTotal);
}

function payPart(model: Model, action: Extract<Action, { does: 'payPart' }>): number {
  const order = findOrder(model, action);
  if (!order || order.isDeleted) return 404;
  order.parts.push(partOf(order, action));
  order.timesPaid += 1;
  order.isPaid ||= sumOf(order) >= order.total;
  return 201;
}

function changeItems(model: Model, action: Extract<Action, { does: 'changeItems' }>): number {
  const order = findOrder(model, action);
  if (!order || order.isDeleted) return 404;
  const isMade = keysOf(MARKS).some((mark) => order.marks[mark] !== null);
  if (isMade || !isUnderWay(order.status)) return 409;
  const { quantity } = action;
  if (quantity === order.quantity) return 200;
  const discount = order.code && terms[order.code].discount;
  const { city } = order;
  const pricing = priceByDefault({ images: [{ quantity }], city, discount });
  const total = order.charge + pricing.totalAmount;
  Object.assign(order, { quantity, total, isChanged: true });
  order.isPaid ||= sumOf(order) > 0 && sumOf(order) >= total;
  if (order.proof) order.proof.state = 'void';
  return 200;
}

export function partOf({ total }: { total: number }, { percent }: { percent: number }): number {
  return Math.ceil((total * percent) / 100);
}

/** Returns what came in for an order, in pesos. */
export function sumOf({ parts, online }: Pick<ModelOrder, 'parts' | 'online'>): number {
  return parts.reduce((sum, amount) => sum + amount, online);
}

/** Returns whether all that came in went back. */
export function isRefunded(order: ModelOrder): boolean {
  return order.back > 0 && !holdsMoney(order);
}

/** Returns whether nothing is made any more: all the money went back before. */
export function isCalledOff(order: ModelOrder): boolean {
  const isMade = Object.values(order.marks).some(Boolean) || order.status === 'completed';
  return isRefunded(order) && (order.isPaid || order.isDeposited) && !isMade;
}

/** Returns whether something that came in for an order has not gone back. */
export function holdsMoney(order: ModelOrder): boolean {
  return sumOf(order) > order.back;
}
