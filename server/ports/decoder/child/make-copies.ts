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
import { drawPicture, openCopy } from './open-picture.ts';

const IMAGE_SIDE = 2048;
/**
 * Up to this many pixels copies are without loss: that costs little, and the few colours of small
 * drawings would be blurred otherwise.
 */
const SMALL_PIXELS = 250_000;

/**
 * Writes the two copies of a picture that are shown, and the square of a pin with the default crop.
 * @throws ShopError as `drawPicture`
 */
export async function makeCopies(request: RequestOf<'copies'>): Promise<Result> {
  const drawn = await drawPicture(request.path, request, async (picture, header) => {
    const size = header.autoOrient;
    const lossless = size.width * size.height <= SMALL_PIXELS;
    const upright = shrink(picture.autoOrient(), IMAGE_SIDE);
    const image = await upright.webp({ lossless, quality: 86, effort: 2 }).toBuffer();
    return { size, lossless, image };
  });
  if (!drawn) return { kind: 'heavy' };
  const { size, lossless, image } = drawn;
  const thumbnail = await shrink(openCopy(image), THUMBNAIL_SIDE)
    .webp({ lossless, quality: 78, effort: 3 })
    .toBuffer();
  await writeFile(request.imagePath, image);
  await writeFile(request.thumbnailPath, thumbnail);
  const { width, height } = size;
  const [imageBytes, thumbnailBytes] = [image.length, thumbnail.length];
  const subject = await findSubject(thumbnail);
  const squareBytes = request.square
    ? await writeSquare(request.square, { image, thumbnail, size, subject })
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
  const facts = await openCopy(picture).metadata();
  const square = await drawSquare(openCopy(picture), facts, {
    ...{ crop, side: SQUARE_SIDE, format: 'jpeg' },
  });
  await writeFile(path, square);
  return square.length;
}

function shrink(image: Sharp, side: number): Sharp {
  return image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
}
