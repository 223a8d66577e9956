import { readFile } from 'node:fs/promises';
import sharp, { type Metadata, type OutputInfo, type Sharp, type SharpOptions } from 'sharp';
import { ShopError } from '#domain/base/errors.ts';
import { sniffImageType } from '#domain/pins/image-files.ts';
import { MAX_IMAGE_PIXELS } from '#domain/pins/images.ts';
import { describeColours } from './png-colours.ts';

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

/** Opens a copy that the shop made, to be read from top to bottom. */
export function openCopy(copy: Uint8Array): Sharp {
  return open(copy, 'error');
}

const LOAD_SVG = { operation: ['VipsForeignLoadSvgBuffer'] };

/** Returns the pixels of an SVG that the shop has written or cleaned; others are still rejected. */
export async function drawSvg(svg: string): Promise<{ data: Buffer; info: OutputInfo }> {
  sharp.unblock(LOAD_SVG);
  try {
    return await sharp(Buffer.from(svg)).raw().toBuffer({ resolveWithObject: true });
  } finally {
    sharp.block(LOAD_SVG);
  }
}

function open(bytes: Uint8Array, failOn: NonNullable<SharpOptions['failOn']>): Sharp {
  // Our limit is checked on the header first; the library's error would look like a broken file.
  return sharp(bytes, { failOn, limitInputPixels: false, sequentialRead: true });
}

/**
 * Draws an uploaded picture. Everything that is shown or printed of a picture is drawn from here,
 * so that both have the same colours.
 * @param input its bytes or its path
 * @param draw gets the picture as stored, in 8 bits, to be converted to sRGB, and its header; called
 *   again when a mistake of the file can be ignored
 * @returns null for a picture that must be retried when it may use much memory
 * @throws ShopError `image_too_many_pixels`, `image_too_complex` before decoding,
 *   `image_type_not_allowed` for a kind that cannot be read, `image_broken`
 */
export async function drawPicture<T>(
  input: string | Uint8Array,
  limits: { mayBeHeavy: boolean },
  draw: (picture: Sharp, header: Metadata) => Promise<T>,
): Promise<T | null> {
  const bytes = typeof input === 'string' ? await readFile(input) : Buffer.from(input);
  const type = sniffImageType(bytes);
  const readable = type === 'image/png' ? describeColours(bytes) : bytes;
  const openAgain = (failOn: SharpOptions['failOn'] = 'error') => open(readable, failOn);
  try {
    const header = await readHeader(openAgain(), limits);
    if (!header) return null;
    const drawBy = (picture: Sharp) => draw(inEightBits(picture, header), header);
    if (type !== 'image/jpeg') return await drawBy(openAgain());
    return await drawJpeg(bytes, drawBy);
  } catch (error) {
    if (type === 'image/jpeg' && isUnsupportedJpeg(bytes)) {
      throw new ShopError('image_type_not_allowed');
    }
    throw error;
  }
}

/** Markers of a JPEG's frame: how its pixels are coded (ITU-T T.81, table B.1; T.87). */
const isFrame = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) || marker === 0xf7;
/** Baseline, extended and progressive, with Huffman codes. */
const COMMON_FRAMES = [0xc0, 0xc1, 0xc2];
/** Grey, colour, and colour for print. */
const COMMON_CHANNELS = [1, 3, 4];
const START_OF_SCAN = 0xda;

/**
 * Returns whether a JPEG is of a kind that programs seldom read: lossless, arithmetic, hierarchical,
 * JPEG-LS, more than 8 bits, two channels, or a height told after its pixels.
 */
function isUnsupportedJpeg(bytes: Buffer): boolean {
  let at = 2;
  while (at + 10 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === START_OF_SCAN) return false;
    if (isFrame(marker)) {
      const [depth, height, channels] = [bytes[at + 4], bytes.readUInt16BE(at + 5), bytes[at + 9]];
      const isCommon = COMMON_FRAMES.includes(marker) && COMMON_CHANNELS.includes(channels ?? 0);
      return !isCommon || depth !== 8 || height === 0;
    }
    // Any number of these may stand before a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);
/** What the library says of a JPEG that ends before its last pixel. */
const CUT_OFF = 'premature end of data segment';

/**
 * Draws a JPEG that has all its pixels: a missing end mark is added, and pixels that are missing are
 * an error. Other warnings, such as of surplus bytes, are ignored, as viewers do.
 */
async function drawJpeg<T>(bytes: Buffer, draw: (picture: Sharp) => Promise<T>): Promise<T> {
  const ended = Buffer.concat([bytes, END_OF_IMAGE]);
  try {
    return await draw(open(ended, 'warning'));
  } catch (error) {
    const isCutOff = error instanceof Error && error.message.includes(CUT_OFF);
    if (error instanceof ShopError || isCutOff) throw error;
    return await draw(open(bytes, 'error'));
  }
}

/**
 * Reduces a picture of 16 bits to 8 before its profile is applied, because the library would
 * convert it to Display P3.
 */
function inEightBits(picture: Sharp, { depth, channels }: Metadata): Sharp {
  if (depth !== 'ushort') return picture;
  return picture.pipelineColourspace(channels < 3 ? 'b-w' : 'srgb');
}

/** Returns a picture's metadata from its header; nothing is decoded. */
async function readHeader(
  image: Sharp,
  { mayBeHeavy }: { mayBeHeavy: boolean },
): Promise<Metadata | null> {
  const metadata = await image.metadata();
  const { width, height } = metadata;
  if (width * height > MAX_IMAGE_PIXELS) throw new ShopError('image_too_many_pixels');
  const bytes = decodingBytes(metadata);
  const isStrip = Math.max(width, height) > MAX_SIDE;
  if (isStrip || bytes > MAX_DECODING_BYTES) throw new ShopError('image_too_complex');
  return bytes > HEAVY_BYTES && !mayBeHeavy ? null : metadata;
}

/** The longest side of a JPEG, in pixels. A PNG of one pixel by forty million takes 17 s to read. */
const MAX_SIDE = 65_535;
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
