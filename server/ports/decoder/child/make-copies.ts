import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { frontOf, type Size } from '#domain/pins/crops.ts';
import { type Subject, startCrop } from '#domain/pins/start-crop.ts';
import {
  type Copies,
  type CopiesRequest,
  isThumbnailEnough,
  SQUARE_SIDE,
  THUMBNAIL_SIDE,
} from '#server/ports/decoder/decoder.ts';
import type { RequestOf } from '#server/ports/decoder/messages.ts';
import { findSubject } from './find-subject.ts';
import { drawSquare } from './make-square.ts';
import { drawPicture, openCopy } from './open-picture.ts';

/** Enough for a window's width, and for a pin of 350 px on the sharpest phone; prints have the original. */
const IMAGE_SIDE = 1400;
/**
 * Up to this many pixels copies are without loss: that costs little, and the few colours of small
 * drawings would be blurred otherwise.
 */
const SMALL_PIXELS = 250_000;

/**
 * Writes the two copies of a picture that are shown, and the square of a pin with the default crop.
 * The picture is decoded and shrunk once; everything is made from its pixels.
 * @returns null as `drawPicture`
 * @throws ShopError as `drawPicture`
 */
export async function makeCopies(request: RequestOf<'copies'>): Promise<Copies | null> {
  const drawn = await drawPicture(request.path, request, async (picture, header) => {
    const upright = shrink(picture.autoOrient(), IMAGE_SIDE).raw();
    const { data, info } = await upright.toBuffer({ resolveWithObject: true });
    return { size: header.autoOrient, shrunk: () => sharp(data, { raw: info }) };
  });
  if (!drawn) return null;
  const { size, shrunk } = drawn;
  const lossless = size.width * size.height <= SMALL_PIXELS;
  // More effort saves a quarter of the bytes for another third of the time; few people see it.
  const image = await shrunk().webp({ lossless, quality: 86, effort: 0 }).toBuffer();
  const { data, info } = await shrink(shrunk(), THUMBNAIL_SIDE)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const small = () => sharp(data, { raw: info });
  // The next effort costs as much again, for 3 % of the bytes.
  const thumbnail = await small().webp({ lossless, quality: 78, effort: 2 }).toBuffer();
  await writeFile(request.imagePath, image);
  await writeFile(request.thumbnailPath, thumbnail);
  const { width, height } = size;
  const [imageBytes, thumbnailBytes] = [image.length, thumbnail.length];
  const subject = await findSubject(small());
  const squareBytes = request.square
    ? await writeSquare(request.square, { shrunk, thumbnail, size, subject })
    : 0;
  return { width, height, subject, imageBytes, thumbnailBytes, squareBytes };
}

type Made = { shrunk: () => Sharp; thumbnail: Uint8Array; size: Size; subject: Subject };

async function writeSquare(
  { path, ...pin }: NonNullable<CopiesRequest['square']>,
  { shrunk, thumbnail, size, subject }: Made,
): Promise<number> {
  const crop = frontOf(startCrop(size, subject, pin), pin);
  const open = () => (isThumbnailEnough(size, crop) ? openCopy(thumbnail) : shrunk());
  const square = await drawSquare(open(), await open().metadata(), {
    ...{ crop, side: SQUARE_SIDE, format: 'jpeg' },
  });
  await writeFile(path, square);
  return square.length;
}

function shrink(image: Sharp, side: number): Sharp {
  return image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
}
