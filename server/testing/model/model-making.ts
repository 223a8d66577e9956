import { DAY_MS } from '#domain/base/dates.ts';
import { mapKeys } from '#domain/base/keys.ts';
import { MARKS, statusOf } from '#domain/orders/order-stage.ts';
import { isUnderWay, isVoid } from '#domain/orders/status.ts';
import { REMIND_AFTER_MS } from '#domain/production/proofs.ts';
import type { Action } from './actions.ts';
import { dueOf, isCalledOff } from './model-money.ts';
import {
  findOrder,
  hasOpenPictures,
  isBeingReprinted,
  isQuote,
  type Model,
  type ModelOrder,
  type OfOrder,
} from './model-order.ts';

export function setMark(model: Model, action: Extract<Action, { does: 'mark' }>): number {
  const order = findOrder(model, action);
  const { mark, isSet } = action;
  if (!order || order.isDeleted) return 404;
  const marks = order.reprint?.marks ?? order.marks;
  if ((marks[mark] !== null) === isSet) return 200;
  const isOpen = isUnderWay(order.status) || isBeingReprinted(order);
  if (isSet && (!isOpen || order.asksToCancel || isQuote(order) || isCalledOff(order))) return 409;
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

export function reprint(model: Model, action: Extract<Action, { does: 'reprint' }>): number {
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

export function askPicture(model: Model, action: OfOrder): number {
  const order = findOrder(model, action);
  if (!order || order.isDeleted) return 404;
  // An erased person has no e-mail, and a quote no pictures.
  const isOpen = hasOpenPictures(order) && !isCalledOff(order);
  if (!isOpen || order.isErased || isQuote(order)) return 409;
  order.linkUntil = model.day + LINK_DAYS;
  return 201;
}

export function sendPicture(model: Model, action: OfOrder): number {
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

export function restorePicture(model: Model, action: OfOrder): number {
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

export function sendReceipt(model: Model, action: OfOrder): number {
  const order = findOrder(model, action);
  if (!order || order.isDeleted || order.isErased) return 404;
  const isOwed = dueOf(order) > 0 || (isUnderWay(order.status) && !order.isPaid);
  if (!isOwed || isVoid(order.status) || isQuote(order)) return 409;
  if (order.receipts >= MAX_RECEIPTS) return 429;
  order.receipts += 1;
  order.hasReceipt = true;
  return 201;
}

const PROOF_DAYS = 14;
function expectsAnswer(order: ModelOrder): boolean {
  return isUnderWay(order.status) && !isCalledOff(order);
}

const REMIND_PROOF_DAYS = REMIND_AFTER_MS / DAY_MS;

export function sendProof(model: Model, action: OfOrder): number {
  const order = findOrder(model, action);
  if (!order || order.isDeleted) return 404;
  if (!expectsAnswer(order) || order.isErased || isQuote(order)) return 409;
  order.proof = { state: 'open', sentOn: model.day, isReminded: false };
  return 201;
}

export function answerProof(
  model: Model,
  action: Extract<Action, { does: 'answerProof' }>,
): number {
  const order = findOrder(model, action);
  const proof = order?.proof;
  if (!proof || order.isDeleted || order.isErased || !expectsAnswer(order)) return 404;
  if (proof.state === 'void' || model.day - proof.sentOn >= PROOF_DAYS) return 404;
  if (proof.state !== 'open') return 409;
  proof.state = action.isApproved ? 'approved' : 'changes';
  order.proofAnswers += 1;
  return 200;
}

export function remindOfProof({ day }: Model, order: ModelOrder): void {
  const { proof } = order;
  if (proof?.state !== 'open' || proof.isReminded) return;
  const age = day - proof.sentOn;
  if (order.isDeleted || !expectsAnswer(order)) return;
  if (age < REMIND_PROOF_DAYS || age >= PROOF_DAYS) return;
  proof.isReminded = true;
  order.proofReminders += 1;
}

export function complain(model: Model, action: OfOrder): number {
  const order = findOrder(model, action);
  if (!order || order.isDeleted || order.isErased) return 404;
  const hasLeft = order.marks.dispatched !== null || order.status === 'completed';
  if (!hasLeft || isVoid(order.status)) return 409;
  const sent = order.complaint?.sent ?? 0;
  if (sent >= MAX_COMPLAINTS) return 429;
  order.complaint = { isOpen: true, sent: sent + 1 };
  return 201;
}

export function answerComplaint(model: Model, action: OfOrder): number {
  const order = findOrder(model, action);
  if (!order || order.isDeleted) return 404;
  if (order.complaint) order.complaint.isOpen = false;
  return 200;
}
