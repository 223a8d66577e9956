import type { OrderResult } from '#contract/orders/orders-admin.ts';
import type { ParcelsBody } from '#contract/production/parcels.ts';
import { ShopError } from '#domain/base/errors.ts';
import { currentRound, replaceRound } from '#domain/orders/order.ts';
import type { Context } from '#server/context.ts';
import { changeEach } from '#server/features/orders/change-call.ts';
import { type ChangeTarget, changeOrder } from '#server/features/orders/order.ts';
import { setMark } from './change-mark.ts';
import { parcelChanges, parcelWith, type Sent } from './parcel.ts';

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

function recordParcel(context: Context, target: ChangeTarget, sent: Sent) {
  return changeOrder(context, target, (order) => {
    if (order.delivery.way === 'pickup') {
      throw new ShopError('validation_failed', { message: PICKED_UP });
    }
    const round = currentRound(order);
    const parcel = parcelWith(order, sent);
    const changes = parcelChanges(round.parcel, parcel);
    const set = { rounds: replaceRound(order, round, { parcel }) };
    return changes.length === 0 ? null : { set, action: 'shipping_changed', changes };
  });
}

const PICKED_UP = 'Este pedido se retira en la tienda: no lleva número';
