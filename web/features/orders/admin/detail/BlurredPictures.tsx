import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { findBlur } from '#domain/pins/blur.ts';
import { BlurNotice } from '#web/features/workshop/BlurNotice.tsx';

/** What of an order prints blurred; nothing where all of it prints well. */
export function BlurredPictures({ order }: { order: AdminOrderDetail }) {
  const { id, deliveryData, items, originals } = order;
  const pictures = items.flatMap((item, at) => {
    const original = originals[at];
    const blur = original ? findBlur(item.crop, original, item) : null;
    return blur ? [{ n: at + 1, ...blur }] : [];
  });
  if (pictures.length === 0) return null;
  const { fullName, phone } = deliveryData;
  return <BlurNotice order={{ id, fullName, phone }} pictures={pictures} />;
}
