import type { BuyerOrder } from '#contract/orders/orders.ts';
import type { Parcel } from '#domain/orders/order.ts';
import { type Courier, trackingUrl } from '#domain/production/couriers.ts';
import { diffName } from '#server/audit/write-audit.ts';

/** Returns the audit changes of a parcel. */
export function parcelChanges(before: Parcel, after: Parcel) {
  return [
    ...diffName('courier', before.courier, after.courier),
    ...diffName('trackingNumber', before.trackingNumber, after.trackingNumber),
  ];
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
