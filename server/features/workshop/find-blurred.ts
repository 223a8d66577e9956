import type { BlurredPicture } from '#contract/blur.ts';
import { findBlur } from '#domain/pins/blur.ts';
import type { Queries } from '#server/db/types.ts';
import { readPinColumns } from '#server/features/orders/pin-columns.ts';

/** Returns the pictures of orders that print blurred, by order; those without any are left out. */
export async function findBlurred(
  db: Queries,
  ids: readonly string[],
): Promise<Map<string, BlurredPicture[]>> {
  if (ids.length === 0) return new Map();
  const items = await db
    .selectFrom('order_items as item')
    .innerJoin('uploads as upload', 'upload.id', 'item.upload_id')
    .selectAll('item')
    .select(['upload.width', 'upload.height'])
    .where('item.order_id', 'in', ids)
    .orderBy('item.position')
    .execute();
  const blurred = items.flatMap((item) => {
    const { crop, press } = readPinColumns(item);
    const blur = findBlur(crop, item, { press });
    return blur ? [{ orderId: item.order_id, picture: { n: item.position + 1, ...blur } }] : [];
  });
  const byOrder = Map.groupBy(blurred, ({ orderId }) => orderId);
  return new Map([...byOrder].map(([id, all]) => [id, all.map(({ picture }) => picture)]));
}
