import type { AuditChange } from '#contract/audit.ts';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import type { Parcel } from '#contract/workshop.ts';
import { ShopError } from '#domain/errors.ts';
import { type Mark, markTime, sendsParcel } from '#domain/order-stage.ts';
import { isUnderWay } from '#domain/orders.ts';
import type { Context } from '../../context.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import {
  type ChangeTarget,
  changeOrder,
  type OrderChange,
  type OrderRow,
} from '../orders/change-order.ts';
import { factsOf, markColumn, statusChange } from '../orders/order-facts.ts';

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
    if (order[markColumn(mark)] !== null) return null;
    if (!isUnderWay(order.status)) throw new ShopError('order_ended');
    const set = { [markColumn(mark)]: markTime(factsOf(order), context.clock()) };
    const told = { field: mark, from: false, to: true };
    const changes = [told, ...statusChange(order, set)];
    if (!sendsParcel(mark)) return { set, action: 'mark_set', changes };
    const parcel = noteParcel(order, { courier, tracking });
    return {
      set: { ...set, ...parcel.set },
      action: 'mark_set',
      changes: [...changes, ...parcel.changes],
      tell: tellBuyer(context, order.id),
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
    if (order[markColumn(mark)] === null) return null;
    const set = { [markColumn(mark)]: null };
    const told = { field: mark, from: true, to: false };
    return { set, action: 'mark_removed', changes: [told, ...statusChange(order, set)] };
  });
}

/** What is left out stays as it was noted before. */
function noteParcel(
  order: OrderRow,
  { courier, tracking }: Parcel,
): Pick<OrderChange, 'set' | 'changes'> {
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
