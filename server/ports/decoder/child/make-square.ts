import sharp, { type Metadata } from 'sharp';
import { type Crop, type Matrix, placePicture, type Size } from '#domain/crops.ts';
import type { SquareRequest } from '../decoder.ts';
import type { Asked, Result } from '../messages.ts';
import { chain, invert, mapPoint, uprightFrom } from './matrix.ts';
import { openPicture } from './open-picture.ts';
import { readHeader } from './read-header.ts';
import { resample } from './resample.ts';

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
