import sharp, { type Metadata } from 'sharp';
import { type Crop, type Matrix, placePicture, type Size } from '#domain/pins/crops.ts';
import type { SquareRequest } from '#server/ports/decoder/decoder.ts';
import type { Asked, Result } from '#server/ports/decoder/messages.ts';
import { openPicture } from './open-picture.ts';
import { readHeader } from './read-header.ts';

const PAPER = '#ffffff';
const JPEG_QUALITY = 82;
const SHARP_QUALITY = 90;
/** Pixels that smoothing looks at beyond an edge. */
const MARGIN = 2;
const GREY_AND_ALPHA = 2;

/**
 * Draws the square around a crop's circle: the upright picture, turned by the crop, in sRGB, over
 * the crop's background.
 * @throws ShopError `image_too_many_pixels`, `image_too_complex` before decoding
 */
export async function makeSquare(request: Asked<'square'>): Promise<Result> {
  const facts = await readHeader(openPicture(request.picture), request);
  return facts ? { kind: 'square', square: await drawSquare(request, facts) } : { kind: 'heavy' };
}

/** @param facts of the picture's header, which promise little memory */
export async function drawSquare(
  { picture, crop, side, format, quality = JPEG_QUALITY }: SquareRequest,
  facts: Metadata,
): Promise<Uint8Array<ArrayBuffer>> {
  const placement = chain(
    uprightFrom(facts.orientation ?? 1, facts),
    placePicture(crop, facts.autoOrient, side),
  );
  const isWebp = facts.format === 'webp';
  const pixels = await draw(picture, { stored: facts, isWebp, placement, side, crop });
  const square = sharp(pixels, { raw: { width: side, height: side, channels: 3 } });
  const chromaSubsampling = quality < SHARP_QUALITY ? '4:2:0' : '4:4:4';
  const file =
    format === 'png'
      ? square.png()
      : square.jpeg({ quality, chromaSubsampling, optimiseCoding: false });
  return file.toBuffer();
}

type Stored = Size & Pick<Metadata, 'channels'>;
type Drawing = { stored: Stored; isWebp: boolean; placement: Matrix; side: number; crop: Crop };

/**
 * Returns the square's pixels, three bytes each. The picture is made small before it is cut, so that
 * JPEG and WebP are decoded no larger than needed; only what the square shows is kept of it.
 */
async function draw(
  picture: Uint8Array | string,
  { stored, isWebp, placement, side, crop }: Drawing,
): Promise<Uint8Array> {
  const background = crop.background ?? PAPER;
  const shrink = Math.min(1, Math.hypot(placement.a, placement.b));
  const width = Math.ceil(stored.width * shrink);
  const height = Math.ceil(stored.height * shrink);
  const enlarge = { a: stored.width / width, b: 0, c: 0, d: stored.height / height, e: 0, f: 0 };
  const smallPlacement = chain(enlarge, placement);
  const part = shownPart(smallPlacement, { width, height, side });
  if (!part) return resample(null, { placement, side, background });
  const opened = openPicture(picture);
  // Or the background under its clear parts would be a grey, too, made of its red alone.
  if (stored.channels === GREY_AND_ALPHA) opened.pipelineColourspace('srgb');
  const { data, info } = await opened
    // Of a JPEG it costs sharpness; of a WebP it saves 70 MB at 12 megapixels.
    .resize({ width, height, fit: 'fill', fastShrinkOnLoad: isWebp })
    .extract(part)
    .flatten({ background })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const cut = { a: 1, b: 0, c: 0, d: 1, e: part.left, f: part.top };
  const raster = { pixels: data, width: info.width, height: info.height };
  return resample(raster, { placement: chain(cut, smallPlacement), side, background });
}

/** Returns the picture's pixels that fall into the square; null for none. */
function shownPart(
  placement: Matrix,
  { width, height, side }: Size & { side: number },
): { left: number; top: number; width: number; height: number } | null {
  const back = invert(placement);
  const corners = [0, side].flatMap((x) => [0, side].map((y) => mapPoint(back, x, y)));
  const range = (values: number[], length: number) => {
    const from = Math.max(0, Math.floor(Math.min(...values) - MARGIN));
    const to = Math.min(length, Math.ceil(Math.max(...values) + MARGIN));
    return { from, length: to - from };
  };
  const across = range(
    corners.map(({ x }) => x),
    width,
  );
  const down = range(
    corners.map(({ y }) => y),
    height,
  );
  if (across.length <= 0 || down.length <= 0) return null;
  return { left: across.from, top: down.from, width: across.length, height: down.length };
}

/** A picture in memory: red, green and blue of each pixel, a byte each, row by row. */
type Raster = { pixels: Uint8Array; width: number; height: number };

type Canvas = {
  /** Takes the raster's points to those of the square. */
  placement: Matrix;
  /** In pixels. */
  side: number;
  /** `#rrggbb` where the raster is not. */
  background: string;
};

/**
 * Draws a raster into a square, each pixel mixed from the four nearest ones (bilinear). libvips
 * could turn it, too, but rounds where it puts the result to whole pixels.
 * @param raster at about the size at which it is drawn; null draws the background alone
 * @returns the square's pixels, three bytes each
 */
function resample(raster: Raster | null, { placement, side, background }: Canvas) {
  const paper = Buffer.from(background.slice(1), 'hex');
  const square = Buffer.alloc(3 * side * side, paper);
  if (!raster) return square;

  const { pixels, width, height } = raster;
  const line = 3 * width;
  const { a, b, c, d, e, f } = invert(placement);
  const valueAt = (column: number, row: number, part: number) =>
    column < 0 || row < 0 || column >= width || row >= height
      ? (paper[part] ?? 0)
      : (pixels[row * line + 3 * column + part] ?? 0);

  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const x = a * (column + 0.5) + c * (row + 0.5) + e - 0.5;
      const y = b * (column + 0.5) + d * (row + 0.5) + f - 0.5;
      const left = Math.floor(x);
      const top = Math.floor(y);
      if (left < -1 || top < -1 || left >= width || top >= height) continue;
      // How much of each of the four neighbours.
      const lowerRight = (x - left) * (y - top);
      const upperRight = x - left - lowerRight;
      const lowerLeft = y - top - lowerRight;
      const upperLeft = 1 - x + left - lowerLeft;
      const isWithin = left >= 0 && top >= 0 && left + 1 < width && top + 1 < height;
      for (let part = 0; part < 3; part += 1) {
        const at = top * line + 3 * left + part;
        // Nearly all pixels lie within and need no question each: four times as fast.
        const value = isWithin
          ? upperLeft * (pixels[at] ?? 0) +
            upperRight * (pixels[at + 3] ?? 0) +
            lowerLeft * (pixels[at + line] ?? 0) +
            lowerRight * (pixels[at + line + 3] ?? 0)
          : upperLeft * valueAt(left, top, part) +
            upperRight * valueAt(left + 1, top, part) +
            lowerLeft * valueAt(left, top + 1, part) +
            lowerRight * valueAt(left + 1, top + 1, part);
        square[3 * (row * side + column) + part] = value + 0.5;
      }
    }
  }
  return square;
}

/** Returns where a point goes. */
function mapPoint({ a, b, c, d, e, f }: Matrix, x: number, y: number) {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** Returns the map that does the first and then the second. */
function chain(first: Matrix, second: Matrix): Matrix {
  const start = mapPoint(second, first.e, first.f);
  return {
    a: second.a * first.a + second.c * first.b,
    b: second.b * first.a + second.d * first.b,
    c: second.a * first.c + second.c * first.d,
    d: second.b * first.c + second.d * first.d,
    e: start.x,
    f: start.y,
  };
}

/** Returns the map that goes back. */
function invert({ a, b, c, d, e, f }: Matrix): Matrix {
  const area = a * d - b * c;
  return {
    a: d / area,
    b: -b / area,
    c: -c / area,
    d: a / area,
    e: (c * f - d * e) / area,
    f: (b * e - a * f) / area,
  };
}

/**
 * Returns what takes a stored picture's points to the upright picture's.
 * @param orientation 1 to 8: where the stored first row and column are in the upright picture
 *   (Exif 2.3, tag 0x0112); anything else counts as 1
 * @param stored in pixels
 */
function uprightFrom(orientation: number, { width, height }: Size): Matrix {
  switch (orientation) {
    case 2:
      return { a: -1, b: 0, c: 0, d: 1, e: width, f: 0 };
    case 3:
      return { a: -1, b: 0, c: 0, d: -1, e: width, f: height };
    case 4:
      return { a: 1, b: 0, c: 0, d: -1, e: 0, f: height };
    case 5:
      return { a: 0, b: 1, c: 1, d: 0, e: 0, f: 0 };
    case 6:
      return { a: 0, b: 1, c: -1, d: 0, e: height, f: 0 };
    case 7:
      return { a: 0, b: -1, c: -1, d: 0, e: height, f: width };
    case 8:
      return { a: 0, b: -1, c: 1, d: 0, e: 0, f: width };
    default:
      return { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
  }
}
