import { type BlurredPicture, findBlur } from '#domain/pins/blur.ts';
import type { Queries } from '#server/db/types.ts';
import { readCropColumns } from '#server/features/uploads/crop-columns.ts';

/** The columns, besides the picture, that decide how sharp an item prints. */
const LOOK = [
  'item.product_id',
  'item.face_mm',
  'item.cut_mm',
  'item.safe_mm',
  'item.crop_x',
  'item.crop_y',
  'item.crop_diameter',
  'item.crop_rotation',
  'item.crop_background',
] as const;

/**
 * Returns the pictures that print blurred, by order; orders without any are left out. Items with
 * the same picture, such as pins with different names, are listed once, by the first item.
 */
export async function findBlurred(
  db: Queries,
  ids: readonly string[],
): Promise<Map<string, BlurredPicture[]>> {
  if (ids.length === 0) return new Map();
  const looks = await db
    .selectFrom('order_items as item')
    .innerJoin('uploads as upload', 'upload.id', 'item.upload_id')
    .select(({ fn }) => fn.min('item.position').as('position'))
    .select(['item.order_id', 'upload.id', 'upload.width', 'upload.height', ...LOOK])
    .where('item.order_id', 'in', ids)
    .groupBy(['item.order_id', 'upload.id', ...LOOK])
    .orderBy('position')
    .execute();
  const blurred = looks.flatMap((look) => {
    const press = { faceMm: look.face_mm, cutMm: look.cut_mm, safeMm: look.safe_mm };
    const blur = findBlur(readCropColumns(look), look, { press });
    return blur ? [{ orderId: look.order_id, picture: { n: look.position + 1, ...blur } }] : [];
  });
  const byOrder = Map.groupBy(blurred, ({ orderId }) => orderId);
  return new Map([...byOrder].map(([id, all]) => [id, all.map(({ picture }) => picture)]));
}
