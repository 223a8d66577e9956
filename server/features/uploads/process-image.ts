import pLimit from 'p-limit';
import type { Metadata, Sharp } from 'sharp';
import { ShopError } from '#domain/errors.ts';
import { MAX_IMAGE_PIXELS } from '#domain/images.ts';

/** A picture as the shop shows it: upright, in sRGB, without metadata. Sizes in pixels. */
export type ProcessedImage = {
  width: number;
  height: number;
  image: Buffer;
  thumbnail: Buffer;
};

const IMAGE_SIDE = 2048;
const THUMBNAIL_SIDE = 320;
/** Decoding is what takes memory and processor: no more than two at once. */
const decoding = pLimit(2);

/**
 * Reads a picture file and makes the two copies that are shown.
 * @throws ShopError `image_too_many_pixels` before decoding, `image_broken` when it cannot be read
 */
export function processImage(path: string): Promise<ProcessedImage> {
  return decoding(async () => {
    const open = await loadSharp();
    const { width, height } = await readSize(open(path));
    if (width * height > MAX_IMAGE_PIXELS) throw new ShopError('image_too_many_pixels');
    try {
      const image = await open(path)
        .autoOrient()
        .resize({ width: IMAGE_SIDE, height: IMAGE_SIDE, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 86, effort: 2 })
        .toBuffer();
      const thumbnail = await open(image)
        .resize({
          width: THUMBNAIL_SIDE,
          height: THUMBNAIL_SIDE,
          fit: 'inside',
          withoutEnlargement: true,
        })
        .webp({ quality: 78, effort: 3 })
        .toBuffer();
      return { width, height, image, thumbnail };
    } catch {
      throw new ShopError('image_broken');
    }
  });
}

/** @returns a small square JPEG from the middle of a picture; its side in pixels */
export function makeSquareJpeg(picture: Buffer, side: number): Promise<Buffer> {
  return decoding(async () => {
    const open = await loadSharp();
    return open(picture)
      .resize({ width: side, height: side, fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer();
  });
}

/** Size of the upright picture, from the file's header alone. */
async function readSize(image: Sharp): Promise<{ width: number; height: number }> {
  const metadata: Metadata | null = await image.metadata().catch(() => null);
  if (!metadata) throw new ShopError('image_broken');
  return metadata.autoOrient;
}

/** Loaded with the first picture: a shop that waits needs no image library in memory. */
async function loadSharp(): Promise<(input: string | Buffer) => Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  // Our own limit is checked on the header first; the library's own would read as a broken file.
  return (input) =>
    sharp(input, { failOn: 'error', limitInputPixels: false, sequentialRead: true });
}
