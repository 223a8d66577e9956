import type { Metadata, Sharp } from 'sharp';
import { ShopError } from '#domain/errors.ts';
import { MAX_IMAGE_PIXELS } from '#domain/images.ts';
import { HEAVY_BYTES, heldBytes, MAX_HELD_BYTES } from './held-bytes.ts';

/**
 * Returns what a picture promises to be, before any of it is decoded.
 * @returns null for one that is to be asked again when it may take much memory
 * @throws ShopError `image_too_many_pixels`, `image_too_complex`
 */
export async function readHeader(
  image: Sharp,
  { mayBeHeavy }: { mayBeHeavy: boolean },
): Promise<Metadata | null> {
  const metadata = await image.metadata();
  const { width, height } = metadata;
  if (width * height > MAX_IMAGE_PIXELS) throw new ShopError('image_too_many_pixels');
  const held = heldBytes(metadata);
  if (held > MAX_HELD_BYTES) throw new ShopError('image_too_complex');
  return held > HEAVY_BYTES && !mayBeHeavy ? null : metadata;
}
