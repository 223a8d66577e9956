import type { AdminOrder } from '#contract/orders-admin.ts';
import { presentOrder } from '#server/features/orders/present-order.ts';
import type { StoredOrder } from '#server/features/orders/repo.ts';

export function presentAdminOrder(stored: StoredOrder): AdminOrder {
  const {
    notes,
    internal_notes,
    version,
    paid_on,
    paid_how,
    courier,
    tracking_number,
    terms_version,
  } = stored.order;
  return {
    ...presentOrder(stored),
    notes,
    internalNotes: internal_notes,
    version,
    payment: paid_on === null || paid_how === null ? null : { paidAt: paid_on, how: paid_how },
    shipping: { courier, trackingNumber: tracking_number },
    termsVersion: terms_version,
  };
}
