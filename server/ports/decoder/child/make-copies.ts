import { writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { frontOf, type Size } from '#domain/pins/crops.ts';
import { type Subject, startCrop } from '#domain/pins/start-crop.ts';
import {
  type CopiesRequest,
  isThumbnailEnough,
  SQUARE_SIDE,
  THUMBNAIL_SIDE,
} from '#server/ports/decoder/decoder.ts';
import type { RequestOf, Result } from '#server/ports/decoder/messages.ts';
import { findSubject } from './find-subject.ts';
import { drawSquare } from './make-square.ts';
import { openPicture, readHeader } from './open-picture.ts';

const IMAGE_SIDE = 2048;

/**
 * Writes the two copies of a picture that are shown, and the square of a pin with the default crop.
 * @throws ShopError `image_broken`, `image_too_many_pixels`, `image_too_complex` before decoding
 */
export async function makeCopies(request: RequestOf<'copies'>): Promise<Result> {
  const facts = await readHeader(openPicture(request.path), request);
  if (!facts) return { kind: 'heavy' };

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
  const subject = await findSubject(thumbnail);
  const squareBytes = request.square
    ? await writeSquare(request.square, { image, thumbnail, size: { width, height }, subject })
    : 0;
  return {
    kind: 'copies',
    copies: { width, height, subject, imageBytes, thumbnailBytes, squareBytes },
  };
}

type Made = { image: Uint8Array; thumbnail: Uint8Array; size: Size; subject: Subject };

async function writeSquare(
  { path, ...pin }: NonNullable<CopiesRequest['square']>,
  { image, thumbnail, size, subject }: Made,
): Promise<number> {
  const crop = frontOf(startCrop(size, subject, pin), pin);
  const picture = isThumbnailEnough(size, crop) ? thumbnail : image;
  const facts = await openPicture(picture).metadata();
  const square = await drawSquare({ picture, crop, side: SQUARE_SIDE, format: 'jpeg' }, facts);
  await writeFile(path, square);
  return square.length;
}

function shrink(image: Sharp, side: number): Sharp {
  return image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
}
