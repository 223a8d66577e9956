import sharp, { type Metadata, type Sharp } from 'sharp';
import { ShopError } from '#domain/errors.ts';
import { MAX_IMAGE_PIXELS } from '#domain/images.ts';

sharp.cache(false);
sharp.concurrency(1);
// The library's other formats are never tried on an uploaded file.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp'].flatMap((format) => [
    `VipsForeignLoad${format}File`,
    `VipsForeignLoad${format}Buffer`,
  ]),
});

/** Opens a JPEG, PNG or WebP, by its path or its bytes, to be read from top to bottom. */
export function openPicture(input: string | Uint8Array): Sharp {
  // Our limit is checked on the header first; the library's error would look like a broken file.
  return sharp(input, { failOn: 'error', limitInputPixels: false, sequentialRead: true });
}

/**
 * Returns a picture's metadata from its header; nothing is decoded.
 * @returns null for a picture that must be retried when it may use much memory
 * @throws ShopError `image_too_many_pixels`, `image_too_complex`
 */
export async function readHeader(
  image: Sharp,
  { mayBeHeavy }: { mayBeHeavy: boolean },
): Promise<Metadata | null> {
  const metadata = await image.metadata();
  const { width, height } = metadata;
  if (width * height > MAX_IMAGE_PIXELS) throw new ShopError('image_too_many_pixels');
  const bytes = decodingBytes(metadata);
  if (bytes > MAX_DECODING_BYTES) throw new ShopError('image_too_complex');
  return bytes > HEAVY_BYTES && !mayBeHeavy ? null : metadata;
}

/** Maximum memory in bytes that a picture may need while it is decoded. */
export const MAX_DECODING_BYTES = 160_000_000;
/** Above this many bytes, only one picture is decoded at a time. */
export const HEAVY_BYTES = 64_000_000;

/** Lines of a PNG that resizing buffers at once, and the lines added for a small picture. */
const BUFFERED_LINES = 2000;
const EXTRA_LINES = 500;
const COEFFICIENT_BYTES = 2;
const WEBP_PIXEL_BYTES = 4;

type Facts = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'chromaSubsampling'
> & { pages?: number | undefined };

/**
 * Returns the memory in bytes that decoding a picture needs, from its header. Formats that cannot
 * be read line by line need the whole picture: interlaced PNG, progressive JPEG (as coefficients),
 * WebP. Measured with libvips 8.18; the process's own limit catches what a header does not show.
 */
export function decodingBytes(facts: Facts): number {
  const pixels = facts.width * facts.height;
  switch (facts.format) {
    case 'jpeg':
      return facts.isProgressive ? pixels * samplesPerPixel(facts) * COEFFICIENT_BYTES : 0;
    case 'webp':
      return pixels * WEBP_PIXEL_BYTES * ((facts.pages ?? 1) > 1 ? 2 : 1);
    default: {
      const bytesPerPixel = facts.channels * (facts.depth === 'ushort' ? 2 : 1);
      const lines = Math.min(facts.height + EXTRA_LINES, BUFFERED_LINES);
      return bytesPerPixel * (facts.isProgressive ? pixels : facts.width * lines);
    }
  }
}

function samplesPerPixel({ channels, chromaSubsampling }: Facts): number {
  if (channels !== 3) return channels;
  if (chromaSubsampling === '4:2:0') return 1.5;
  return chromaSubsampling === '4:2:2' ? 2 : 3;
}
