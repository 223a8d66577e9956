import { writeFile } from 'node:fs/promises';
import type { Metadata, Sharp } from 'sharp';
import { ShopError } from '#domain/errors.ts';
import { MAX_IMAGE_PIXELS } from '#domain/images.ts';
import type { Request, Result } from '../messages.ts';
import { HEAVY_BYTES, heldBytes, MAX_HELD_BYTES } from './held-bytes.ts';
import { openPicture } from './open-picture.ts';

type Asked<Kind> = Extract<Request, { kind: Kind }>;

const IMAGE_SIDE = 2048;
const THUMBNAIL_SIDE = 320;

/**
 * Writes the two copies of a picture that are shown.
 * @throws ShopError `image_broken`, `image_too_many_pixels`, `image_too_complex` before decoding
 */
export async function makeCopies(request: Asked<'copies'>): Promise<Result> {
  const facts = await readHeader(openPicture(request.path));
  const held = heldBytes(facts);
  if (held > MAX_HELD_BYTES) throw new ShopError('image_too_complex');
  if (held > HEAVY_BYTES && !request.mayBeHeavy) return { kind: 'heavy' };

  const image = await shrink(openPicture(request.path).autoOrient(), IMAGE_SIDE)
    .webp({ quality: 86, effort: 2 })
    .toBuffer();
  const thumbnail = await shrink(openPicture(image), THUMBNAIL_SIDE)
    .webp({ quality: 78, effort: 3 })
    .toBuffer();
  await writeFile(request.imagePath, image);
  await writeFile(request.thumbnailPath, thumbnail);
  const { width, height } = facts.autoOrient;
  const [imageBytes, thumbnailBytes] = [image.length, thumbnail.length];
  return { kind: 'copies', copies: { width, height, imageBytes, thumbnailBytes } };
}

/** @returns a small square JPEG from the middle of a picture; its side in pixels */
export async function makeSquare({ picture, side }: Asked<'square'>): Promise<Result> {
  const square = await openPicture(picture)
    .resize({ width: side, height: side, fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82 })
    .toBuffer();
  return { kind: 'square', square };
}

/** Says what the picture promises to be, before any of it is decoded. */
async function readHeader(image: Sharp): Promise<Metadata> {
  const metadata = await image.metadata();
  const { width, height } = metadata;
  if (width * height > MAX_IMAGE_PIXELS) throw new ShopError('image_too_many_pixels');
  return metadata;
}

function shrink(image: Sharp, side: number): Sharp {
  return image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
}
