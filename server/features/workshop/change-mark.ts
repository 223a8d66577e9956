import type { AuditChange } from '#contract/audit.ts';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import type { Parcel } from '#contract/workshop.ts';
import { ShopError } from '#domain/errors.ts';
import { isUnderWay } from '#domain/orders.ts';
import { type Mark, type MarkedStatus, markStatus, unmarkStatus } from '#domain/workshop.ts';
import type { Context } from '../../context.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import {
  type ChangeTarget,
  changeOrder,
  type OrderChange,
  type OrderRow,
} from '../orders/change-order.ts';
import { markColumns, marksOf } from '../orders/workshop-columns.ts';

/**
 * Notes a step of an order's making. 'dispatched' tells the buyer by mail, as the change of status
 * that it is; the others tell nobody. A mark that is there already changes nothing.
 * @throws ShopError `order_ended`, `not_found`, `order_changed`
 */
export function setMark(
  context: Context,
  target: ChangeTarget,
  { mark, courier, tracking }: Parcel & { mark: Mark },
): Promise<AdminOrderDetail> {
  return changeOrder(context, target, (order) => {
    if (marksOf(order).has(mark)) return null;
    if (!isUnderWay(order.status)) throw new ShopError('order_ended');
    const isSent = mark === 'dispatched';
    const parcel = isSent ? noteParcel(order, { courier, tracking }) : { set: {}, changes: [] };
    const status = changeStatus(order, markStatus(statusOf(order), mark));
    return {
      set: { [markColumns[mark]]: context.clock(), ...status.set, ...parcel.set },
      action: 'mark_set',
      changes: [{ field: mark, from: false, to: true }, ...status.changes, ...parcel.changes],
      ...(isSent ? { tell: tellBuyer(context, order.id) } : {}),
    };
  });
}

/**
 * Takes a mark back, and with it the status that it changed, unless somebody has changed that since.
 * The buyer is told nothing. A mark that is not there changes nothing.
 * @throws ShopError `not_found`, `order_changed`
 */
export function removeMark(
  context: Context,
  target: ChangeTarget,
  mark: Mark,
): Promise<AdminOrderDetail> {
  return changeOrder(context, target, (order) => {
    const rest = marksOf(order);
    if (!rest.delete(mark)) return null;
    const status = changeStatus(order, unmarkStatus(statusOf(order), mark, rest));
    return {
      set: { [markColumns[mark]]: null, ...status.set },
      action: 'mark_removed',
      changes: [{ field: mark, from: true, to: false }, ...status.changes],
    };
  });
}

type Step = Pick<OrderChange, 'set' | 'changes'>;

function statusOf(order: OrderRow): MarkedStatus {
  return {
    status: order.status,
    beforeStart: order.status_before_start,
    beforeDispatch: order.status_before_dispatch,
  };
}

function changeStatus({ status: from }: OrderRow, after: MarkedStatus): Step {
  const { status, beforeStart, beforeDispatch } = after;
  return {
    set: { status, status_before_start: beforeStart, status_before_dispatch: beforeDispatch },
    changes: from === status ? [] : [{ field: 'status', from, to: status }],
  };
}

/** What is left out stays as it was noted before. */
function noteParcel(order: OrderRow, { courier, tracking }: Parcel): Step {
  const set = {
    courier: courier ?? order.courier,
    tracking_number: tracking ?? order.tracking_number,
  };
  const changes: AuditChange[] = [];
  if (set.courier !== order.courier) changes.push({ field: 'courier' });
  if (set.tracking_number !== order.tracking_number) changes.push({ field: 'trackingNumber' });
  return { set, changes };
}

function tellBuyer({ clock }: Context, orderId: string): NonNullable<OrderChange['tell']> {
  return (tx, changeId) => enqueueMail(tx, { kind: 'order_status', orderId, changeId }, clock());
}
