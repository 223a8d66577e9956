import type { RecordShippingBody } from '#contract/orders/orders-admin.ts';
import {
  currentRound,
  latestReprint,
  type Order,
  type Parcel,
  replaceRound,
} from '#domain/orders/order.ts';
import { diffName } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import { type ChangeTarget, changeOrder } from '#server/features/orders/order.ts';

/** Returns the audit changes of a parcel. */
export function parcelChanges(before: Parcel, after: Parcel) {
  return [
    ...diffName('courier', before.courier, after.courier),
    ...diffName('trackingNumber', before.trackingNumber, after.trackingNumber),
  ];
}

export function recordShipping(
  context: Context,
  target: ChangeTarget,
  { courier, trackingNumber, ofReprint }: RecordShippingBody,
): Promise<Order> {
  return changeOrder(context, target, (order) => {
    const round = ofReprint ? latestReprint(order) : order.rounds[0];
    if (!round) return null;
    const parcel = { courier: courier || null, trackingNumber: trackingNumber || null };
    const changes = parcelChanges(round.parcel, parcel);
    const set = { rounds: replaceRound(order, round, { parcel }) };
    return changes.length === 0 ? null : { set, action: 'shipping_changed', changes };
  });
}

/** Null: the recorded value stays. */
export type Sent = { courier: string | null; tracking: string | null };

/** Returns the parcel of the current round; the default courier is the one the buyer chose. */
export function parcelWith(order: Order, { courier, tracking }: Sent): Parcel {
  const noted = currentRound(order).parcel;
  return {
    courier: courier ?? noted.courier ?? order.delivery.courier,
    trackingNumber: tracking ?? noted.trackingNumber,
  };
}
