import type { AdminOrderDetail, OrderResult } from '#contract/orders-admin.ts';
import type { ParcelsBody } from '#contract/parcels.ts';
import type { BodyOf } from '#contract/route.ts';
import type { setMark as setMarkCall } from '#contract/workshop.ts';
import { ShopError } from '#domain/errors.ts';
import {
  isCalledOff,
  isLast,
  isReprinting,
  type Mark,
  markTime,
  newsOf,
  sendsParcel,
} from '#domain/order-stage.ts';
import { isUnderWay } from '#domain/orders.ts';
import type { Context } from '#server/context.ts';
import { type ChangeMail, withdrawMails } from '#server/features/mail/enqueue-mail.ts';
import { changeEach } from '#server/features/orders/change-call.ts';
import {
  type ChangeTarget,
  changeOrder,
  type OrderChange,
} from '#server/features/orders/change-order.ts';
import { factsOf, markColumn, statusChange } from '#server/features/orders/order-facts.ts';
import { noteParcel, parcelOf } from '#server/features/orders/parcel.ts';
import type { OrderRow } from '#server/features/orders/repo.ts';

/**
 * Sets a mark of an order, or of its reprint if it has one. 'dispatched' mails the buyer, because
 * it changes the status; so does 'packed' for an order that is picked up. A mark that is already
 * set changes nothing.
 * @throws ShopError `order_ended`, `order_incomplete`, `cancel_requested`, `not_found`,
 *   `order_changed`
 */
export function setMark(
  context: Context,
  target: ChangeTarget,
  { mark, courier, tracking, canUndo }: BodyOf<typeof setMarkCall> & { mark: Mark },
): Promise<AdminOrderDetail> {
  return changeOrder(context, target, (order) => {
    const facts = factsOf(order);
    if (order[markColumn(order, mark)] !== null) return null;
    if (!(isUnderWay(order.status) || isReprinting(facts))) throw new ShopError('order_ended');
    if (isCalledOff(facts)) throw new ShopError('order_ended', { message: CALLED_OFF });
    if (order.images_count === 0) throw new ShopError('order_incomplete');
    if (order.cancel_requested_at !== null) throw new ShopError('cancel_requested');
    const at = markTime(facts, context.clock());
    const set = { [markColumn(order, mark)]: at };
    const changes = [{ field: mark, from: false, to: true }, ...statusChange(order, set)];
    const ofReprint = facts.reprint !== null;
    const how = { isPickedUp: order.way === 'pickup' };
    const closed = ofReprint && isLast(mark) ? answered(order, at) : {};
    const change = {
      set: { ...set, ...closed },
      action: 'mark_set',
      changes,
      mails: mailsAbout({ mark, ofReprint, ...how }),
      canUndo,
    } as const;
    if (!sendsParcel(mark, how)) return change;
    const parcel = parcelChange(order, { courier, tracking });
    return {
      ...change,
      set: { ...change.set, ...parcel.set },
      changes: [...changes, ...parcel.changes],
    };
  });
}

/**
 * Removes a mark, and the status that it caused, unless the status has changed since. The buyer
 * gets no mail, nor the one about the mark if it still waits. A mark that is not set changes
 * nothing.
 * @throws ShopError `not_found`, `order_changed`
 */
export function removeMark(
  context: Context,
  target: ChangeTarget,
  mark: Mark,
): Promise<AdminOrderDetail> {
  return changeOrder(context, target, async (order, tx) => {
    if (order[markColumn(order, mark)] === null) return null;
    const ofReprint = order.reprint_at !== null;
    const told = mailsAbout({ mark, ofReprint, isPickedUp: order.way === 'pickup' });
    const kinds = told.map(({ kind }) => kind);
    await withdrawMails(tx, { orderId: order.id, kinds, now: context.clock() });
    const set = { [markColumn(order, mark)]: null };
    const changes = [{ field: mark, from: true, to: false }, ...statusChange(order, set)];
    const wasAnswered = ofReprint && order.complaint_closed_at === order[markColumn(order, mark)];
    const reopened = wasAnswered && isLast(mark) ? { complaint_closed_at: null } : {};
    return { set: { ...set, ...reopened }, action: 'mark_removed', changes };
  });
}

/** Returns the columns that close an open complaint: a dispatched reprint answers it. */
function answered(order: OrderRow, now: number): OrderChange['set'] {
  return order.complaint_at === null || order.complaint_closed_at !== null
    ? {}
    : { complaint_closed_at: now };
}

type Told = { mark: Mark; ofReprint: boolean; isPickedUp: boolean };

/** For a reprint the buyer gets one mail: when it is dispatched, or ready for pickup. */
function mailsAbout({ mark, ofReprint, isPickedUp }: Told): ChangeMail[] {
  const news = newsOf(mark, { isPickedUp });
  if (news === null || (ofReprint && isPickedUp !== (news === 'ready'))) return [];
  const kind = news === 'ready' ? 'order_ready' : 'order_status';
  return [{ kind: ofReprint ? 'reprint_sent' : kind }];
}

/** Null: the recorded value stays. */
type Sent = { courier: string | null; tracking: string | null };

/** Returns the change of a parcel's columns; the default courier is the one the buyer chose. */
function parcelChange(
  order: OrderRow,
  { courier, tracking }: Sent,
): Pick<OrderChange, 'set' | 'changes'> {
  const ofReprint = order.reprint_at !== null;
  const noted = parcelOf(order, { ofReprint });
  return noteParcel(
    order,
    {
      courier: courier ?? noted.courier ?? order.branch_courier,
      trackingNumber: tracking ?? noted.trackingNumber,
    },
    { ofReprint },
  );
}

/** Records several parcels' tracking numbers, or dispatches them; each in its own transaction. */
export function recordParcels(
  context: Context,
  by: string,
  { orders, courier, isDispatched }: ParcelsBody,
): Promise<{ message: string; results: OrderResult[] }> {
  const numbers = new Map(orders.map(({ id, tracking }) => [id, tracking]));
  return changeEach(by, orders, (target) => {
    const sent = { courier, tracking: numbers.get(target.id) ?? null };
    return isDispatched
      ? setMark(context, target, { mark: 'dispatched', ...sent })
      : recordParcel(context, target, sent);
  });
}

function recordParcel(context: Context, target: ChangeTarget, sent: Sent) {
  return changeOrder(context, target, (order) => {
    if (order.way === 'pickup') throw new ShopError('validation_failed', { message: PICKED_UP });
    const { set, changes } = parcelChange(order, sent);
    return changes.length === 0 ? null : { set, action: 'shipping_changed', changes };
  });
}

const CALLED_OFF = 'El dinero de este pedido ya se devolvió: no hay nada que hacer';
const PICKED_UP = 'Este pedido se retira en la tienda: no lleva número';
