import type { BodyOf } from '#contract/base/route.ts';
import type { OrderResult } from '#contract/orders/orders-admin.ts';
import type { ParcelsBody } from '#contract/production/parcels.ts';
import type { setMark as setMarkCall } from '#contract/production/workshop.ts';
import { ShopError } from '#domain/base/errors.ts';
import { formatPesos } from '#domain/base/money.ts';
import { factsOf } from '#domain/orders/derive.ts';
import {
  closeComplaint,
  currentRound,
  latestReprint,
  type Order,
  replaceRound,
} from '#domain/orders/order.ts';
import { amountDueOf } from '#domain/orders/order-money.ts';
import {
  isCalledOff,
  isLast,
  isReprinting,
  type Mark,
  markTime,
  newsOf,
  sendsParcel,
} from '#domain/orders/order-stage.ts';
import { isUnderWay } from '#domain/orders/status.ts';
import type { Context } from '#server/context.ts';
import { type ChangeMail, withdrawMails } from '#server/features/mail/enqueue-mail.ts';
import { changeEach } from '#server/features/orders/change-call.ts';
import { CALLED_OFF, type ChangeTarget, changeOrder } from '#server/features/orders/order.ts';
import { statusChange } from '#server/features/orders/set-status.ts';
import { parcelChanges, parcelWith, recordParcel } from './parcel.ts';

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
): Promise<Order> {
  return changeOrder(context, target, (order) => {
    const facts = factsOf(order);
    const round = currentRound(order);
    if (round.marks[mark] !== null) return null;
    if (!(isUnderWay(order.status) || isReprinting(facts)))
      throw new ShopError('order_ended', { message: ENDED });
    if (isCalledOff(facts)) throw new ShopError('order_ended', { message: CALLED_OFF });
    if (order.cost.pins === 0) throw new ShopError('order_incomplete');
    if (order.cancelRequestedAt !== null) throw new ShopError('cancel_requested');
    if (isLast(mark)) refuseUnsettled(order);
    const at = markTime(facts, context.clock());
    const ofReprint = facts.reprint !== null;
    const how = { isPickedUp: order.delivery.way === 'pickup' };
    const parcel = sendsParcel(mark, how) ? parcelWith(order, { courier, tracking }) : round.parcel;
    const rounds = replaceRound(order, round, {
      marks: { ...round.marks, [mark]: at },
      markedBy: { ...round.markedBy, [mark]: target.by },
      parcel,
    });
    return {
      // A dispatched reprint answers the complaint.
      set: {
        rounds,
        ...(ofReprint && isLast(mark) ? { complaints: closeComplaint(order, at) } : {}),
      },
      action: 'mark_set',
      changes: [
        { field: mark, from: false, to: true },
        ...statusChange(order, { rounds }),
        ...parcelChanges(round.parcel, parcel),
      ],
      mails: mailsAbout({ mark, ofReprint, ...how }),
      canUndo,
    };
  });
}

/** The balance after a deposit, or of an order that became dearer, is paid before the order leaves. */
function refuseUnsettled(order: Order): void {
  const due = amountDueOf(order);
  const isInParts = order.deposit !== null || order.paidOn !== null;
  if (due === 0 || !isInParts || latestReprint(order) !== null) return;
  const act = order.delivery.way === 'pickup' ? 'entregarlo' : 'despachar';
  throw new ShopError('order_incomplete', {
    message: `Falta el saldo de ${formatPesos(due)}: anota el pago antes de ${act}`,
  });
}

/**
 * Removes a mark, and the status that it caused, unless the status has changed since. The buyer
 * gets no mail, nor the one about the mark if it still waits. A mark that is not set changes
 * nothing.
 * @throws ShopError `not_found`, `order_changed`
 */
export function removeMark(context: Context, target: ChangeTarget, mark: Mark): Promise<Order> {
  return changeOrder(context, target, async (order, tx) => {
    const round = currentRound(order);
    if (round.marks[mark] === null) return null;
    const ofReprint = latestReprint(order) !== null;
    const told = mailsAbout({ mark, ofReprint, isPickedUp: order.delivery.way === 'pickup' });
    const kinds = told.map(({ kind }) => kind);
    await withdrawMails(tx, { orderId: order.id, kinds, now: context.clock() });
    const rounds = replaceRound(order, round, {
      marks: { ...round.marks, [mark]: null },
      markedBy: { ...round.markedBy, [mark]: null },
    });
    // The complaint that the reprint answered is open again.
    const complaints = order.complaints.map((complaint) =>
      ofReprint && isLast(mark) && complaint.closedAt === round.marks[mark]
        ? { ...complaint, closedAt: null }
        : complaint,
    );
    return {
      set: { rounds, complaints },
      action: 'mark_removed',
      changes: [{ field: mark, from: true, to: false }, ...statusChange(order, { rounds })],
    };
  });
}

/** Records several parcels' tracking numbers, or dispatches them; each in its own transaction. */
export function recordParcels(
  context: Context,
  by: string,
  { orders, courier, isDispatched }: ParcelsBody,
): Promise<{ message: string; results: OrderResult[] }> {
  const numbers = new Map(orders.map(({ id, tracking }) => [id, tracking]));
  return changeEach(context, by, orders, (target) => {
    const sent = { courier, tracking: numbers.get(target.id) ?? null };
    return isDispatched
      ? setMark(context, target, { mark: 'dispatched', ...sent })
      : recordParcel(context, target, sent);
  });
}

type Told = { mark: Mark; ofReprint: boolean; isPickedUp: boolean };

/** For a reprint the buyer gets one mail: when it is dispatched, or ready for pickup. */
function mailsAbout({ mark, ofReprint, isPickedUp }: Told): ChangeMail[] {
  const news = newsOf(mark, { isPickedUp });
  if (news === null || (ofReprint && isPickedUp !== (news === 'ready'))) return [];
  const kind = news === 'ready' ? 'order_ready' : 'order_status';
  return [{ kind: ofReprint ? 'reprint_sent' : kind }];
}

const ENDED = 'Este pedido está completado o cancelado: cambia su estado antes de marcarlo';
