import type { AuditChange } from '#contract/audit.ts';
import type { BuyerOrder } from '#contract/orders.ts';
import type { AdminOrder } from '#contract/orders-admin.ts';
import { type Courier, trackingUrl } from '#domain/couriers.ts';
import { diffName } from '#server/audit/write-audit.ts';
import type { OrderRow } from './repo.ts';

type Parcel = AdminOrder['shipping'];
/** An order's first parcel, or the one of its latest reprint. */
type ParcelKind = { ofReprint: boolean };

/** Returns the courier and tracking number of an order, or of its reprint. */
export function parcelOf(
  order: Pick<
    OrderRow,
    'courier' | 'tracking_number' | 'reprint_courier' | 'reprint_tracking_number'
  >,
  { ofReprint }: ParcelKind,
): Parcel {
  return ofReprint
    ? { courier: order.reprint_courier, trackingNumber: order.reprint_tracking_number }
    : { courier: order.courier, trackingNumber: order.tracking_number };
}

/** Returns the columns of a parcel, and the audit changes. */
export function noteParcel(
  order: OrderRow,
  { courier, trackingNumber }: Parcel,
  kind: ParcelKind,
): { set: Partial<OrderRow>; changes: AuditChange[] } {
  const before = parcelOf(order, kind);
  return {
    set: kind.ofReprint
      ? { reprint_courier: courier, reprint_tracking_number: trackingNumber }
      : { courier, tracking_number: trackingNumber },
    changes: [
      ...diffName('courier', before.courier, courier),
      ...diffName('trackingNumber', before.trackingNumber, trackingNumber),
    ],
  };
}

/**
 * Returns a parcel as its buyer sees it, with the courier's page; null until its courier is known.
 */
export function presentParcel(
  { courier, trackingNumber: tracking }: Parcel,
  couriers: readonly Courier[],
): BuyerOrder['parcel'] {
  if (courier === null) return null;
  return { courier, tracking, trackingUrl: trackingUrl(courier, tracking, couriers) };
}
