import sharp, { type Metadata, type Sharp } from 'sharp';
import { type Matrix, placePicture, type Size } from '#domain/pins/crops.ts';
import type { SquareRequest } from '#server/ports/decoder/decoder.ts';
import type { RequestOf } from '#server/ports/decoder/messages.ts';
import { drawPicture, drawSvg } from './open-picture.ts';

/** What a transparent picture is seen and printed on. */
export const PAPER = '#ffffff';
const JPEG_QUALITY = 90;
/** Pixels that smoothing reads beyond an edge. */
const MARGIN = 2;

/**
 * Draws the square around a crop's circle: the upright picture, turned by the crop, in sRGB, over
 * the crop's background.
 * @throws ShopError as `drawPicture`
 */
export function makeSquare(request: RequestOf<'square'>): Promise<Uint8Array<ArrayBuffer> | null> {
  return drawPicture(request.picture, request, (picture, header) =>
    drawSquare(picture, header, request),
  );
}

/**
 * Returns the square's file. The picture is shrunk before it is cut, so that JPEG and WebP are
 * decoded no larger than needed, and only the shown part stays in memory.
 * @param header the picture's, already checked for memory
 */
export async function drawSquare(
  picture: Sharp,
  header: Metadata,
  { crop, side, format, overlay, quality = JPEG_QUALITY }: Omit<SquareRequest, 'picture'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const background = crop.background ?? PAPER;
  const stored = fromStored(header, placePicture(crop, header.autoOrient, side));
  const shrink = Math.min(1, Math.hypot(stored.a, stored.b));
  const width = Math.ceil(header.width * shrink);
  const height = Math.ceil(header.height * shrink);
  const [x, y] = [header.width / width, header.height / height];
  const small = { ...stored, a: stored.a * x, b: stored.b * x, c: stored.c * y, d: stored.d * y };
  const shown = shownPart(small, side, { width, height });

  const { data, info: drawn } = await picture
    // For JPEG it costs sharpness; for WebP it saves 70 MB at 12 megapixels.
    .resize({ width, height, fit: 'fill', fastShrinkOnLoad: header.format === 'webp' })
    .extract(shown.inside)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  // In colour before it is laid over one: a grey picture would get a grey background.
  const part = await sharp(data, { raw: { ...shown.inside, channels: drawn.channels } })
    .extend({ ...shown.outside, background })
    .flatten({ background })
    .raw()
    .toBuffer();
  const turned = await turn(part, small, shown).raw().toBuffer({ resolveWithObject: true });
  const cut = sharp(turned.data, { raw: turned.info });
  cut.extract({ left: 0, top: 0, width: side, height: side });
  const square = overlay === undefined ? cut : await layOver(cut, overlay);
  return format === 'png'
    ? square.png().toBuffer()
    : square.jpeg({ quality, chromaSubsampling: '4:4:4', optimiseCoding: false }).toBuffer();
}

async function layOver(square: Sharp, overlay: string): Promise<Sharp> {
  const layer = await drawSvg(overlay);
  const { data, info } = await square.raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: info }).composite([{ input: layer.data, raw: layer.info }]);
}

/** A rectangle of a picture, in whole pixels. */
type Part = Size & { left: number; top: number };

/** Turns the pixels of a part so that the square is at the upper left of the result. */
function turn(pixels: Uint8Array, { a, b, c, d, e, f }: Matrix, part: Part): Sharp {
  const { left, top, width, height } = part;
  // libvips counts from the middles of pixels, and from the upper left of the turned part.
  const offset = {
    x: e - 0.5 + a * (left + 0.5) + c * (top + 0.5),
    y: f - 0.5 + b * (left + 0.5) + d * (top + 0.5),
  };
  const before = {
    x: Math.min(0, a * width) + Math.min(0, c * height),
    y: Math.min(0, b * width) + Math.min(0, d * height),
  };
  return sharp(pixels, { raw: { width, height, channels: 3 } }).affine([a, c, b, d], {
    interpolator: 'bilinear',
    odx: offset.x + Math.round(before.x),
    ody: offset.y + Math.round(before.y),
  });
}

/** Returns the part of a picture that a square shows: inside the picture, and beyond its edges. */
function shownPart({ a, b, c, d, e, f }: Matrix, side: number, { width, height }: Size) {
  const area = a * d - b * c;
  const corners = [0, side].flatMap((x) => [0, side].map((y) => [x - e, y - f] as const));
  const across = spanOf(corners.map(([x, y]) => (d * x - c * y) / area));
  const down = spanOf(corners.map(([x, y]) => (a * y - b * x) / area));
  const [left, top] = [Math.max(across.from, 0), Math.max(down.from, 0)];
  const [right, bottom] = [Math.min(across.to, width), Math.min(down.to, height)];
  return {
    left: across.from,
    top: down.from,
    width: across.to - across.from,
    height: down.to - down.from,
    inside: { left, top, width: right - left, height: bottom - top },
    outside: {
      left: left - across.from,
      top: top - down.from,
      right: across.to - right,
      bottom: down.to - bottom,
    },
  };
}

function spanOf(places: readonly number[]): { from: number; to: number } {
  return {
    from: Math.floor(Math.min(...places)) - MARGIN,
    to: Math.ceil(Math.max(...places)) + MARGIN,
  };
}

/**
 * Transformation of columns and rows that puts a picture upright, by its orientation (Exif 2.3).
 */
const UPRIGHT: Readonly<Record<number, readonly [a: number, b: number, c: number, d: number]>> = {
  2: [-1, 0, 0, 1],
  3: [-1, 0, 0, -1],
  4: [1, 0, 0, -1],
  5: [0, 1, 1, 0],
  6: [0, 1, -1, 0],
  7: [0, -1, -1, 0],
  8: [0, -1, 1, 0],
};

/** Converts the placement of the upright picture to that of the picture as stored. */
function fromStored({ orientation, autoOrient }: Metadata, { a, b, c, d, e, f }: Matrix): Matrix {
  const [right, down, across, along] = UPRIGHT[orientation ?? 1] ?? [1, 0, 0, 1];
  const x = right + across < 0 ? autoOrient.width : 0;
  const y = down + along < 0 ? autoOrient.height : 0;
  return {
    a: a * right + c * down,
    b: b * right + d * down,
    c: a * across + c * along,
    d: b * across + d * along,
    e: a * x + c * y + e,
    f: b * x + d * y + f,
  };
}
