import { priceByDefault } from '#contract/testing/price-by-default.ts';
import { keysOf, mapKeys } from '#domain/base/keys.ts';
import { discountAmount } from '#domain/discounts/discounts.ts';
import { MARKS } from '#domain/orders/order-stage.ts';
import { isNew, isUnderWay, isVoid, NEW_STATUS } from '#domain/orders/status.ts';
import { depositOf } from '#domain/payments/deposit.ts';
import { BIN_DAYS } from '#domain/privacy/retention.ts';
import type { AccountNumber, Action } from './actions.ts';
import {
  answerComplaint,
  answerProof,
  askPicture,
  complain,
  remindOfProof,
  reprint,
  restorePicture,
  sendPicture,
  sendProof,
  sendReceipt,
  setMark,
} from './model-making.ts';
import {
  changeMoney,
  holdsMoney,
  isAsked,
  isCalledOff,
  isRefunded,
  PAY_DAYS,
  renewDeadlines,
} from './model-money.ts';
import {
  findOrder,
  hasOpenPictures,
  hasUseLeft,
  holdsUse,
  isBeingReprinted,
  isQuote,
  isUsable,
  type Model,
  type ModelOrder,
  setCancelled,
  terms,
} from './model-order.ts';

/**
 * Applies the action to the model.
 * @returns the shop's expected response: a status, or for `apply` the discount (null: none)
 */
export function step(model: Model, action: Action): number | null {
  const asked = model.orders.map(isAsked);
  const result = apply(model, action);
  renewDeadlines(model, asked);
  return result;
}

function apply(model: Model, action: Action): number | null {
  if (action.does === 'order') return place(model, action);
  if (action.does === 'quote') return makeQuote(model, action);
  if (action.does === 'acceptQuote') return acceptQuote(model, action);
  if (action.does === 'toggle') model.isActive[action.code] = !model.isActive[action.code];
  if (action.does === 'join') model.isVerified[action.account] = true;
  if (action.does === 'address') model.addresses[action.account] = action.city;
  if (action.does === 'erase') return erase(model, action.account);
  if (action.does === 'apply') {
    const { discount } = terms[action.code];
    return isUsable(model, action.code) ? discountAmount(action.orderTotal, discount) : null;
  }
  if (action.does === 'mark') return setMark(model, action);
  if (action.does === 'reprint') return reprint(model, action);
  if (action.does === 'pay' || action.does === 'payPart' || action.does === 'changeItems') {
    return changeMoney(model, action);
  }
  if (action.does === 'cancel') return cancel(model, action);
  if (action.does === 'answer') return answer(model, action);
  if (action.does === 'askPicture') return askPicture(model, action);
  if (action.does === 'sendPicture') return sendPicture(model, action);
  if (action.does === 'restorePicture') return restorePicture(model, action);
  if (action.does === 'complain') return complain(model, action);
  if (action.does === 'answerComplaint') return answerComplaint(model, action);
  if (action.does === 'sendReceipt') return sendReceipt(model, action);
  if (action.does === 'sendProof') return sendProof(model, action);
  if (action.does === 'answerProof') return answerProof(model, action);
  if (action.does === 'wait') return wait(model, action.days);
  if (action.does === 'status' || action.does === 'delete' || action.does === 'restore') {
    return change(model, action);
  }
  return 200;
}

function place(model: Model, action: Extract<Action, { does: 'order' }>): number {
  const { does: _, ...placed } = action;
  const { code, account, asGuest, city, quantity } = placed;
  if (code && !isUsable(model, code)) return 409;
  const discount = code && terms[code].discount;
  const total = priceByDefault({ images: [{ quantity }], city, discount }).totalAmount;
  addOrder(model, { ...placed, total, charge: 0, quote: null });
  if (!asGuest) model.addresses[account] = city;
  return 201;
}

type Added = 'account' | 'asGuest' | 'code' | 'city' | 'quantity' | 'total' | 'charge' | 'quote';

/** Adds an order that nothing has happened to yet, or a quote. */
function addOrder(model: Model, added: Pick<ModelOrder, Added>): void {
  const flags = {
    ...{ isPaid: false, isPaidOnline: false },
    ...{ asksToCancel: false, isDeleted: false, isErased: false },
  };
  const bin = { deletedOn: null, wasDeleted: false, isGone: false };
  const pictures = { linkUntil: null, previous: 0, hasOtherPicture: false };
  const days = { placedOn: model.day, payBy: model.day + PAY_DAYS };
  const rest = { ...days, isReminded: false, mayBeReminded: false, complaint: null, ...pictures };
  const money = { parts: [], online: 0, back: 0, backOfTotal: 0, timesPaid: 0, refunds: 0 };
  const deposit = depositOf(added.total, model.depositRule);
  const papers = {
    receipts: 0,
    hasReceipt: false,
    proof: null,
    proofAnswers: 0,
    proofReminders: 0,
  };
  const marks = mapKeys(MARKS, () => null);
  const facts = { status: NEW_STATUS, setByHand: null, marks, reprint: null };
  model.orders.push({
    ...{ ...added, isChanged: false },
    ...flags,
    ...bin,
    ...rest,
    ...papers,
    ...money,
    charges: [],
    ...{ deposit, isDeposited: false },
    ...facts,
  });
}

type QuoteAction<Does extends string> = Extract<Action, { does: Does }>;

function makeQuote(model: Model, { days, charge, ...action }: QuoteAction<'quote'>): number {
  const { account, city, quantity } = action;
  const total = charge + priceByDefault({ images: [{ quantity }], city }).totalAmount;
  const quote = { madeOn: model.day, validUntil: model.day + days, isAccepted: false };
  addOrder(model, { account, city, quantity, total, charge, quote, asGuest: true, code: null });
  return 201;
}

/** It costs what was quoted, wherever it goes. */
function acceptQuote(model: Model, { quote: at }: QuoteAction<'acceptQuote'>): number {
  const quoted = model.orders.filter((order) => order.quote !== null);
  const order = findOrder({ orders: quoted }, { order: at });
  const quote = order?.quote;
  // The links of an erased person are revoked.
  if (!quote || order.isGone || order.isErased) return 404;
  if (quote.isAccepted || order.isDeleted || isVoid(order.status)) return 409;
  if (model.day > quote.validUntil) return 409;
  const days = { placedOn: model.day, payBy: model.day + PAY_DAYS };
  Object.assign(order, { quote: { ...quote, isAccepted: true }, ...days });
  return 201;
}

function erase(model: Model, account: AccountNumber): number {
  const own = model.orders
    .filter((each) => each.account === account && each.asGuest)
    .filter(({ isErased, isGone }) => !isErased && !isGone);
  if (own.length === 0) return 404;
  const isOpen = (order: ModelOrder) => isUnderWay(order.status) || isBeingReprinted(order);
  if (own.some((order) => !order.isDeleted && !isQuote(order) && isOpen(order))) return 409;
  for (const order of own) {
    if (isQuote(order)) setCancelled(model, order);
    Object.assign(order, { isErased: true, linkUntil: null, previous: 0, hasReceipt: false });
  }
  return 200;
}

function cancel(model: Model, action: Extract<Action, { does: 'cancel' }>): number {
  const order = findOrder(model, action);
  // The links of an erased person's orders are revoked.
  if (!order || order.isDeleted || order.isErased) return 404;
  const hasBegun = order.status !== NEW_STATUS || Object.values(order.marks).some(Boolean);
  if (hasBegun) return 409;
  const mayBePaid = (order.isPaid || order.hasReceipt || holdsMoney(order)) && !isRefunded(order);
  if (mayBePaid) order.asksToCancel = true;
  else setCancelled(model, order);
  return mayBePaid ? 202 : 200;
}

function answer(model: Model, action: Extract<Action, { does: 'answer' }>): number {
  const order = findOrder(model, action);
  if (!order || order.isDeleted) return 404;
  if (order.asksToCancel && action.accept) setCancelled(model, order);
  order.asksToCancel = false;
  return 200;
}

/** Days until the reminder of unpaid orders; older orders get none. */
export const REMIND_DAY = 2;
const MAX_AGE = 60;

function wait(model: Model, days: number): number {
  model.day += days;
  for (const order of model.orders) {
    const { status, marks, isPaid, hasReceipt, asksToCancel, isDeleted } = order;
    remindOfProof(model, order);
    const isUnderWayStill = isUnderWay(status) && marks.dispatched === null;
    if (order.deletedOn !== null && model.day - order.deletedOn >= BIN_DAYS) order.isGone = true;
    if (!hasOpenPictures(order)) order.previous = 0;
    if (isQuote(order) || isCalledOff(order)) continue;
    if (isPaid || holdsMoney(order) || hasReceipt || asksToCancel || isDeleted) continue;
    const age = model.day - order.placedOn;
    const since = model.day - (order.quote?.madeOn ?? order.placedOn);
    const isChased = isUnderWayStill || isBeingReprinted(order);
    // An erased order that is reopened has no buyer to remind.
    if (!order.isErased && age >= REMIND_DAY && since < MAX_AGE) {
      if (isChased) order.isReminded = true;
      else order.mayBeReminded = true;
    }
    const isMade = status !== NEW_STATUS || keysOf(MARKS).some((mark) => marks[mark] !== null);
    if (isUnderWayStill && !isMade && model.day > order.payBy) setCancelled(model, order);
  }
  return 200;
}

type Change = Extract<Action, { does: 'status' | 'delete' | 'restore' }>;

function change(model: Model, action: Change): number {
  const order = findOrder(model, action);
  if (!order || order.isGone || order.isDeleted !== (action.does === 'restore')) return 404;
  // What no one has accepted is only withdrawn, or offered again.
  const isBegun = action.does === 'status' && !isNew(action.status) && !isVoid(action.status);
  if (isBegun && isQuote(order)) return 409;
  const isDeleted = action.does === 'delete';
  const bin = {
    deletedOn: isDeleted ? model.day : null,
    wasDeleted: order.wasDeleted || isDeleted,
  };
  const after = { ...order, isDeleted, ...bin };
  if (action.does === 'status' && action.status !== order.status) {
    const { status } = action;
    model.time += 1;
    const asksToCancel = order.asksToCancel && isUnderWay(status);
    Object.assign(after, { status, asksToCancel, setByHand: { status, at: model.time } });
  }
  if (!holdsUse(order) && holdsUse(after) && order.code && !hasUseLeft(model, order.code))
    return 409;
  Object.assign(order, after);
  return 200;
}
