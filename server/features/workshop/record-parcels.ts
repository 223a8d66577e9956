import type { AdminOrderDetail, OrderResult } from '#contract/orders-admin.ts';
import type { ParcelsBody } from '#contract/parcels.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import { changeEach } from '#server/features/orders/change-call.ts';
import {
  type ChangeTarget,
  changeOrder,
  type OrderChange,
} from '#server/features/orders/change-order.ts';
import { noteParcel, parcelOf } from '#server/features/orders/parcel.ts';
import type { OrderRow } from '#server/features/orders/repo.ts';

/** What is left out stays as it was noted before. */
type Sent = { courier: string | null; tracking: string | null };

/** Returns the columns of a parcel that leaves, or is about to: an office's courier is its buyer's choice. */
export function parcelChange(
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

type Dispatch = (target: ChangeTarget, sent: Sent) => Promise<AdminOrderDetail>;

/** Notes the numbers of several parcels, and lets them leave where that is wanted, each by itself. */
export function recordParcels(
  context: Context,
  by: string,
  { orders, courier, isDispatched }: ParcelsBody,
  dispatch: Dispatch,
): Promise<{ message: string; results: OrderResult[] }> {
  const numbers = new Map(orders.map(({ id, tracking }) => [id, tracking]));
  return changeEach(by, orders, (target) => {
    const sent = { courier, tracking: numbers.get(target.id) ?? null };
    return isDispatched ? dispatch(target, sent) : recordParcel(context, target, sent);
  });
}

function recordParcel(context: Context, target: ChangeTarget, sent: Sent) {
  return changeOrder(context, target, (order) => {
    if (order.way === 'pickup') throw new ShopError('validation_failed', { message: PICKED_UP });
    const { set, changes } = parcelChange(order, sent);
    return changes.length === 0 ? null : { set, action: 'shipping_changed', changes };
  });
}

const PICKED_UP = 'Este pedido se retira en la tienda: no lleva número';
