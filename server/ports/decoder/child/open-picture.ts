import sharp, { type Metadata, type Sharp } from 'sharp';
import { ShopError } from '#domain/errors.ts';
import { MAX_IMAGE_PIXELS } from '#domain/images.ts';

sharp.cache(false);
sharp.concurrency(1);
// Whatever else the library can read is never tried on a stranger's file.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp'].flatMap((format) => [
    `VipsForeignLoad${format}File`,
    `VipsForeignLoad${format}Buffer`,
  ]),
});

/** Opens a JPEG, PNG or WebP, by its path or its bytes, to be read from top to bottom. */
export function openPicture(input: string | Uint8Array): Sharp {
  // Our own limit is checked on the header first; the library's own would read as a broken file.
  return sharp(input, { failOn: 'error', limitInputPixels: false, sequentialRead: true });
}

/**
 * Returns what a picture's header says of it; nothing is decoded.
 * @returns null for a picture that must be tried again when it may take much memory
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

/** How many bytes a picture may need at once while it is decoded. */
export const MAX_HELD_BYTES = 160_000_000;
/** From here on a picture is decoded while no other such picture is. */
export const HEAVY_BYTES = 64_000_000;

/** Lines of a PNG that the resizing keeps at once, and what comes on top however few there are. */
const KEPT_LINES = 2000;
const EXTRA_LINES = 500;
const COEFFICIENT_BYTES = 2;
const WEBP_PIXEL_BYTES = 4;

type Facts = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'chromaSubsampling'
> & { pages?: number | undefined };

/**
 * Returns how many bytes the decoder will hold at once for a picture, from its header. What cannot
 * be read line by line is held whole: interlaced PNG, progressive JPEG (as coefficients), WebP.
 * Measured with libvips 8.18; the process's own ceiling stands behind what a header does not tell.
 */
export function heldBytes(facts: Facts): number {
  const pixels = facts.width * facts.height;
  switch (facts.format) {
    case 'jpeg':
      return facts.isProgressive ? pixels * samplesPerPixel(facts) * COEFFICIENT_BYTES : 0;
    case 'webp':
      return pixels * WEBP_PIXEL_BYTES * ((facts.pages ?? 1) > 1 ? 2 : 1);
    default: {
      const bytesPerPixel = facts.channels * (facts.depth === 'ushort' ? 2 : 1);
      const lines = Math.min(facts.height + EXTRA_LINES, KEPT_LINES);
      return bytesPerPixel * (facts.isProgressive ? pixels : facts.width * lines);
    }
  }
}

function samplesPerPixel({ channels, chromaSubsampling }: Facts): number {
  if (channels !== 3) return channels;
  if (chromaSubsampling === '4:2:0') return 1.5;
  return chromaSubsampling === '4:2:2' ? 2 : 3;
}
