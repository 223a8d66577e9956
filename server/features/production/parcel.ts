import type { RecordShippingBody } from '#contract/orders/orders-admin-calls.ts';
import { ShopError } from '#domain/base/errors.ts';
import {
  currentRound,
  latestReprint,
  type Order,
  type Parcel,
  type Round,
  replaceRound,
} from '#domain/orders/order.ts';
import { diffName } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import { type ChangeTarget, changeOrder, type OrderChange } from '#server/features/orders/order.ts';

/** Returns the audit changes of a parcel. */
export function parcelChanges(before: Parcel, after: Parcel) {
  return [
    ...diffName('courier', before.courier, after.courier),
    ...diffName('trackingNumber', before.trackingNumber, after.trackingNumber),
  ];
}

/** Records, or empties, the parcel of an order's first round or of its reprint, without a mail. */
export function recordShipping(
  context: Context,
  target: ChangeTarget,
  { courier, trackingNumber, ofReprint }: RecordShippingBody,
): Promise<Order> {
  return changeOrder(context, target, (order) => {
    const round = ofReprint ? latestReprint(order) : order.rounds[0];
    if (!round) return null;
    const parcel = { courier: courier || null, trackingNumber: trackingNumber || null };
    return setParcel(order, round, parcel);
  });
}

/**
 * Records the parcel of an order's current round, without a mail.
 * @throws ShopError `validation_failed` for a pickup, `not_found`, `order_changed`
 */
export function recordParcel(context: Context, target: ChangeTarget, sent: Sent): Promise<Order> {
  return changeOrder(context, target, (order) => {
    if (order.delivery.way === 'pickup') {
      throw new ShopError('validation_failed', { message: PICKED_UP });
    }
    return setParcel(order, currentRound(order), parcelWith(order, sent));
  });
}

/** Returns the change of a round's parcel; null: it is the same. */
function setParcel(order: Order, round: Round, parcel: Parcel): OrderChange | null {
  const changes = parcelChanges(round.parcel, parcel);
  const set = { rounds: replaceRound(order, round, { parcel }) };
  return changes.length === 0 ? null : { set, action: 'shipping_changed', changes };
}

const PICKED_UP = 'Este pedido se retira en la tienda: no lleva número';

/** Null: the recorded value stays. */
type Sent = { courier: string | null; tracking: string | null };

/** Returns the parcel of the current round; the default courier is the one the buyer chose. */
export function parcelWith(order: Order, { courier, tracking }: Sent): Parcel {
  const noted = currentRound(order).parcel;
  return {
    courier: courier ?? noted.courier ?? order.delivery.courier,
    trackingNumber: tracking ?? noted.trackingNumber,
  };
}
