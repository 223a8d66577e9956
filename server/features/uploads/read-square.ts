import { buffer } from 'node:stream/consumers';
import { type Crop, frontOf, MIDDLE_CROP, type Size } from '#domain/crops.ts';
import type { Press } from '#domain/press.ts';
import type { Context } from '../../context.ts';
import { THUMBNAIL_SIDE } from '../../ports/decoder/decoder.ts';
import { findUploads } from './repo.ts';
import { fileKeys, pictureId } from './urls.ts';

/** Twice the size at which mails show a picture, for sharp screens. In pixels. */
const SIDE = 128;

type Parts = Pick<Context, 'storage' | 'db' | 'decoder'>;
type Item = { imageUrl: string; crop: Crop | null; press: Press };

/**
 * Draws what is seen of a pin from the front, as a small square JPEG, which every mail program
 * shows. An item without a crop shows its picture's middle.
 * @returns null when the picture is gone
 */
export async function readSquare(
  { storage, db, decoder }: Parts,
  { imageUrl, crop, press }: Item,
): Promise<Uint8Array | null> {
  const id = pictureId(imageUrl);
  const [upload] = id === null ? [] : await findUploads(db.queries, [id]);
  if (!upload || upload.removed_at !== null) return null;
  const front = frontOf(crop ?? MIDDLE_CROP, press);
  const { image, thumbnail } = fileKeys(upload.id);
  const file = await storage.open(isThumbnailEnough(upload, front) ? thumbnail : image);
  if (!file) return null;
  const picture = await buffer(file.stream);
  return decoder.makeSquare({ picture, crop: front, side: SIDE, format: 'jpeg' });
}

/** Tells whether a larger copy would show no more of a crop. */
function isThumbnailEnough({ width, height }: Size, { diameter }: Crop): boolean {
  const longer = Math.max(width, height);
  const shorter = Math.min(width, height);
  if (longer <= THUMBNAIL_SIDE) return true;
  return diameter * shorter * (THUMBNAIL_SIDE / longer) >= SIDE;
}
