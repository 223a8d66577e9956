import { writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { THUMBNAIL_SIDE } from '../decoder.ts';
import type { Asked, Result } from '../messages.ts';
import { findSubject } from './find-subject.ts';
import { openPicture } from './open-picture.ts';
import { readHeader } from './read-header.ts';

const IMAGE_SIDE = 2048;

/**
 * Writes the two copies of a picture that are shown.
 * @throws ShopError `image_broken`, `image_too_many_pixels`, `image_too_complex` before decoding
 */
export async function makeCopies(request: Asked<'copies'>): Promise<Result> {
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
  return { kind: 'copies', copies: { width, height, subject, imageBytes, thumbnailBytes } };
}

function shrink(image: Sharp, side: number): Sharp {
  return image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
}
