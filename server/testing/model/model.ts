import { priceByDefault } from '#contract/testing/price-by-default.ts';
import { DAY_MS } from '#domain/base/dates.ts';
import { keysOf, mapKeys } from '#domain/base/keys.ts';
import type { Discount } from '#domain/discounts/discounts.ts';
import { discountAmount } from '#domain/discounts/discounts.ts';
import { MARKS, type OrderFacts, statusOf } from '#domain/orders/order-stage.ts';
import {
  CANCELLED_STATUS,
  isUnderWay,
  isVoid,
  NEW_STATUS,
  type OrderStatus,
} from '#domain/orders/status.ts';
import { type DepositRule, depositOf, NO_DEPOSIT } from '#domain/payments/deposit.ts';
import { BIN_DAYS } from '#domain/privacy/retention.ts';
import { type ProofState, REMIND_AFTER_MS } from '#domain/production/proofs.ts';
import type { AccountNumber, Action, CodeName } from './actions.ts';

type ModelOrder = Pick<OrderFacts, 'marks' | 'setByHand' | 'reprint'> & {
  account: AccountNumber;
  asGuest: boolean;
  code: CodeName | null;
  city: string;
  quantity: number;
  total: number;
  /** The owner changed its items. */
  isChanged: boolean;
  status: OrderStatus;
  isPaid: boolean;
  /** Pesos that count for it: noted by the owner, and paid online; what of it went back. */
  parts: number[];
  online: number;
  back: number;
  /** The share that is asked for first; null: none. It stays once all of it, or the order, is paid. */
  deposit: number | null;
  isDeposited: boolean;
  /** How often a payment of it was noted. */
  timesPaid: number;
  /** Pesos that the payment provider holds for it; how often it charged and refunded. */
  held: number;
  charges: number;
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
  /** Day of the model. */
  placedOn: number;
  isReminded: boolean;
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
    .filter(({ asGuest }) => !asGuest || isVerified[account])
    .map(({ at }) => at)
    .reverse();
}

/**
 * Applies the action to the model.
 * @returns the shop's expected response: a status, or for `apply` the discount (null: none)
 */
export function step(model: Model, action: Action): number | null {
  if (action.does === 'order') return place(model, action);
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
  const { code, account, asGuest, city, quantity } = action;
  if (code && !isUsable(model, code)) return 409;
  const discount = code && terms[code].discount;
  const total = priceByDefault({ images: [{ quantity }], city, discount }).totalAmount;
  const flags = { isPaid: false, asksToCancel: false, isDeleted: false, isErased: false };
  const bin = { deletedOn: null, wasDeleted: false, isGone: false };
  const pictures = { linkUntil: null, previous: 0, hasOtherPicture: false };
  const rest = { placedOn: model.day, isReminded: false, complaint: null, ...pictures };
  const money = { parts: [], online: 0, back: 0, timesPaid: 0, held: 0, charges: 0, refunds: 0 };
  const deposit = depositOf(total, model.depositRule);
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
    account,
    asGuest,
    code,
    ...{ city, quantity, total, isChanged: false },
    ...flags,
    ...bin,
    ...rest,
    ...papers,
    ...money,
    ...{ deposit, isDeposited: false },
    ...facts,
  });
  if (!asGuest) model.addresses[account] = city;
  return 201;
}

function erase({ orders }: Model, account: AccountNumber): number {
  const own = orders
    .filter((each) => each.account === account && each.asGuest)
    .filter(({ isErased, isGone }) => !isErased && !isGone);
  if (own.length === 0) return 404;
  if (
    own.some((order) => !order.isDeleted && (isUnderWay(order.status) || isBeingReprinted(order)))
  )
    return 409;
  for (const order of own) {
    Object.assign(order, { isErased: true, linkUntil: null, previous: 0, hasReceipt: false });
  }
  return 200;
}

function findOrder({ orders }: Model, { order }: { order: number }): ModelOrder | undefined {
  return orders[order % Math.max(1, orders.length)];
}

type MoneyAction = Extract<Action, { does: 'pay' | 'payPart' | 'changeItems' }>;

function changeMoney(model: Model, action: MoneyAction): number {
  const order = findOrder(model, action);
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

/** A deposit follows the total until it or the order is paid, and again once a payment is removed. */
function setDeposit({ depositRule }: Model, order: ModelOrder, before: ModelOrder): void {
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
  }
  return 200;
}

/** Removes what was noted; money that came in online is given back instead. */
function unpay(order: ModelOrder): number {
  const sum = sumOf(order);
  if (sum === 0) return 200;
  const left = order.online;
  if (left === sum || left < order.back) return 409;
  Object.assign(order, { parts: [], isPaid: left > 0 && left >= order.total });
  return 200;
}

/** Returns what is missing for an order, in pesos. */
export function dueOf(order: ModelOrder): number {
  return Math.max(0, order.total - sumOf(order));
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
  const total = priceByDefault({ images: [{ quantity }], city, discount }).totalAmount;
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

/** Returns whether something that came in for an order has not gone back. */
function holdsMoney(order: ModelOrder): boolean {
  return sumOf(order) > order.back;
}

function cancel(model: Model, action: Extract<Action, { does: 'cancel' }>): number {
  const order = findOrder(model, action);
  // The links of an erased person's orders are revoked.
  if (!order || order.isDeleted || order.isErased) return 404;
  const hasBegun = order.status !== NEW_STATUS || Object.values(order.marks).some(Boolean);
  if (hasBegun) return 409;
  const mayBePaid = order.isPaid || order.hasReceipt || holdsMoney(order);
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

function setCancelled(model: Model, order: ModelOrder): void {
  model.time += 1;
  order.status = CANCELLED_STATUS;
  order.setByHand = { status: CANCELLED_STATUS, at: model.time };
}

function setMark(model: Model, action: Extract<Action, { does: 'mark' }>): number {
  const order = findOrder(model, action);
  const { mark, isSet } = action;
  if (!order || order.isDeleted) return 404;
  const marks = order.reprint?.marks ?? order.marks;
  if ((marks[mark] !== null) === isSet) return 200;
  const isOpen = isUnderWay(order.status) || isBeingReprinted(order);
  if (isSet && (!isOpen || order.asksToCancel)) return 409;
  // With a deposit, or dearer since it was paid, it does not leave before its balance is; a reprint does.
  const isInParts = order.deposit !== null || order.isPaid;
  const isUnsettled = mark === 'dispatched' && !order.reprint && isInParts && dueOf(order) > 0;
  if (isSet && isUnsettled) return 409;
  model.time += 1;
  if (order.reprint) {
    const again = { ...order.reprint.marks, [mark]: isSet ? model.time : null };
    order.reprint = { ...order.reprint, marks: again };
    return 200;
  }
  order.marks = { ...order.marks, [mark]: isSet ? model.time : null };
  order.status = statusOf(order);
  return 200;
}

function isBeingReprinted({ status, reprint: again }: ModelOrder): boolean {
  return again !== null && again.marks.dispatched === null && !isVoid(status);
}

function reprint(model: Model, action: Extract<Action, { does: 'reprint' }>): number {
  const order = findOrder(model, action);
  if (!order || order.isDeleted) return 404;
  const hasLeft = order.marks.dispatched !== null || order.status === 'completed';
  if (!hasLeft || isVoid(order.status) || isBeingReprinted(order)) return 409;
  model.time += 1;
  order.reprint = { at: model.time, marks: mapKeys(MARKS, () => null) };
  return 201;
}

const LINK_DAYS = 14;
const KEPT_PICTURES = 2;
const MAX_COMPLAINTS = 10;

function hasOpenPictures(order: ModelOrder): boolean {
  return isUnderWay(order.status) && order.marks.printed === null;
}

type OfOrder = { order: number };

function askPicture(model: Model, action: OfOrder): number {
  const order = findOrder(model, action);
  if (!order || order.isDeleted) return 404;
  // An erased person has no e-mail.
  if (!hasOpenPictures(order) || order.isErased) return 409;
  order.linkUntil = model.day + LINK_DAYS;
  return 201;
}

function sendPicture(model: Model, action: OfOrder): number {
  const order = findOrder(model, action);
  const isAlive = order !== undefined && order.linkUntil !== null && model.day < order.linkUntil;
  if (!isAlive || order.isDeleted) return 404;
  if (!hasOpenPictures(order)) return 409;
  order.linkUntil = null;
  order.previous = Math.min(KEPT_PICTURES, order.previous + 1);
  order.hasOtherPicture = true;
  voidProof(order);
  return 200;
}

function restorePicture(model: Model, action: OfOrder): number {
  const order = findOrder(model, action);
  if (!order || order.isDeleted) return 404;
  if (!hasOpenPictures(order)) return 409;
  if (order.previous === 0) return 404;
  voidProof(order);
  return 200;
}

function voidProof({ proof }: ModelOrder): void {
  if (proof) proof.state = 'void';
}

const MAX_RECEIPTS = 10;

function sendReceipt(model: Model, action: OfOrder): number {
  const order = findOrder(model, action);
  if (!order || order.isDeleted || order.isErased) return 404;
  const isSettled = order.isPaid && dueOf(order) === 0;
  if (isSettled || !isUnderWay(order.status)) return 409;
  if (order.receipts >= MAX_RECEIPTS) return 429;
  order.receipts += 1;
  order.hasReceipt = true;
  return 201;
}

const PROOF_DAYS = 14;
const REMIND_PROOF_DAYS = REMIND_AFTER_MS / DAY_MS;

function sendProof(model: Model, action: OfOrder): number {
  const order = findOrder(model, action);
  if (!order || order.isDeleted) return 404;
  if (!isUnderWay(order.status) || order.isErased) return 409;
  order.proof = { state: 'open', sentOn: model.day, isReminded: false };
  return 201;
}

function answerProof(model: Model, action: Extract<Action, { does: 'answerProof' }>): number {
  const order = findOrder(model, action);
  const proof = order?.proof;
  if (!proof || order.isDeleted || order.isErased || !isUnderWay(order.status)) return 404;
  if (proof.state === 'void' || model.day - proof.sentOn >= PROOF_DAYS) return 404;
  if (proof.state !== 'open') return 409;
  proof.state = action.isApproved ? 'approved' : 'changes';
  order.proofAnswers += 1;
  return 200;
}

function remindOfProof({ day }: Model, order: ModelOrder): void {
  const { proof } = order;
  if (proof?.state !== 'open' || proof.isReminded) return;
  const age = day - proof.sentOn;
  if (order.isDeleted || !isUnderWay(order.status)) return;
  if (age < REMIND_PROOF_DAYS || age >= PROOF_DAYS) return;
  proof.isReminded = true;
  order.proofReminders += 1;
}

function complain(model: Model, action: OfOrder): number {
  const order = findOrder(model, action);
  if (!order || order.isDeleted || order.isErased) return 404;
  const hasLeft = order.marks.dispatched !== null || order.status === 'completed';
  if (!hasLeft || isVoid(order.status)) return 409;
  const sent = order.complaint?.sent ?? 0;
  if (sent >= MAX_COMPLAINTS) return 429;
  order.complaint = { isOpen: true, sent: sent + 1 };
  return 201;
}

function answerComplaint(model: Model, action: OfOrder): number {
  const order = findOrder(model, action);
  if (!order || order.isDeleted) return 404;
  if (order.complaint) order.complaint.isOpen = false;
  return 200;
}

/** Days until the deadline and the reminder of unpaid orders; older orders get no reminder. */
export const PAY_DAYS = 5;
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
    if (isPaid || holdsMoney(order) || hasReceipt || asksToCancel || isDeleted) continue;
    const age = model.day - order.placedOn;
    const isChased = isUnderWayStill || isBeingReprinted(order);
    // An erased order that is reopened has no buyer to remind.
    const isTold = isChased && !order.isErased;
    if (isTold && age >= REMIND_DAY && age < MAX_AGE) order.isReminded = true;
    if (isUnderWayStill && age > PAY_DAYS) setCancelled(model, order);
  }
  return 200;
}

type Change = Extract<Action, { does: 'status' | 'delete' | 'restore' }>;

function change(model: Model, action: Change): number {
  const order = findOrder(model, action);
  if (!order || order.isGone || order.isDeleted !== (action.does === 'restore')) return 404;
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

function isUsable(model: Model, code: CodeName): boolean {
  return model.isActive[code] && hasUseLeft(model, code);
}

function hasUseLeft(model: Model, code: CodeName): boolean {
  return usesOf(model, code) < terms[code].max;
}

function holdsUse({ status, isDeleted }: ModelOrder): boolean {
  return !isVoid(status) && !isDeleted;
}
