import sharp, { type Sharp } from 'sharp';
import type { Box } from '#domain/pins/crops.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import type { Subject } from '#domain/pins/start-crop.ts';
import { type Face, findFaces, type Pixels } from './faces/find-faces.ts';

/** Longer sides of the copies that are searched for drawings, heads and detail, in pixels. */
const DRAWING_SIDE = 128;
const HEADS_SIDE = 256;
const DETAIL_SIDE = 64;
/** A place in a picture, as fractions of its sides. */
type Place = { x: number; y: number };
const MIDDLE: Place = { x: 0.5, y: 0.5 };

/** Returns the drawing, or else the heads, or else the place with most detail. */
export async function findSubject(upright: Sharp): Promise<Subject> {
  const decoded = await read(upright.toColourspace('srgb').ensureAlpha());
  const { width, height } = decoded;
  const copy = () => sharp(decoded.data, { raw: { width, height, channels: 4 } });
  const small = await read(resize(copy(), DRAWING_SIDE));
  const pixels = Array.from({ length: small.width * small.height }, (_, at) =>
    pixelAt(small.data, small.width, at),
  );
  const drawing = findDrawing({ width: small.width, height: small.height, pixels });
  if (drawing) return drawing;
  // The largest circle in a square has only one place.
  if (width === height) return { kind: 'point', ...MIDDLE };
  const heads = findHeads(await read(resize(copy().removeAlpha(), HEADS_SIDE)));
  if (heads) return { kind: 'point', ...middleOf(heads), heads };
  return { kind: 'point', ...findAttention(await read(resize(copy().removeAlpha(), DETAIL_SIDE))) };
}

function resize(picture: Sharp, side: number): Sharp {
  return picture.resize({ width: side, height: side, fit: 'inside' });
}

async function read(picture: Sharp): Promise<{ data: Buffer; width: number; height: number }> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function pixelAt(data: Uint8Array, width: number, at: number): Pixel {
  const valueAt = (channel: number) => data[4 * at + channel] ?? 0;
  const [x, y] = [(at % width) + 0.5, Math.floor(at / width) + 0.5];
  return { x, y, colour: [valueAt(0), valueAt(1), valueAt(2)], opacity: valueAt(3) };
}

/** A pixel of a picture; `x` and `y` are its middle, in pixels. */
type Pixel = Readonly<{ x: number; y: number; colour: Colour; opacity: number }>;
/** A small picture. Colours and opacity go from 0 to 255. */
type SmallPicture = Readonly<{ width: number; height: number; pixels: readonly Pixel[] }>;

type Colour = readonly [red: number, green: number, blue: number];
type Drawing = Extract<Subject, { kind: 'whole' }>;

/** Opacity from which a pixel is visible, and from which it hides what is behind it. */
const VISIBLE = 16;
const OPAQUE = 250;
/** Minimum share of pixels that are not opaque in a cut-out picture. */
const CUT_OUT_SHARE = 0.02;
/** Colours no further apart count as one, because compression and soft edges mix them. */
const ALIKE = 32;
/** Share of the edge that has one colour when a drawing is on a plain background. */
const PLAIN_SHARE = 0.9;
/** This many colours make up most of a drawing; a photo has grain and shades. */
const FEW_COLOURS = 8;
const FEW_COLOURS_SHARE = 0.65;
/** The same for a drawing without a plain background, such as a flag. */
const ALL_COLOURS_SHARE = 0.9;
const PAPER = '#ffffff';
const DARK = '#222222';
/**
 * A drawing that is lighter on average gets a dark background, because it is invisible on white.
 */
const LIGHT = 200;

/**
 * Returns the subject that must be shown whole: a cut-out, or a drawing on a plain background or in
 * a picture wider than high. Returns null for a photo.
 */
function findDrawing(picture: SmallPicture): Drawing | null {
  const { width, height, pixels } = picture;
  const seen = pixels.filter(({ opacity }) => opacity >= VISIBLE);
  const clear = pixels.filter(({ opacity }) => opacity < OPAQUE);
  if (clear.length > CUT_OUT_SHARE * pixels.length) {
    return circleAround(seen, picture, meanLight(seen) > LIGHT ? DARK : PAPER);
  }
  const share = byColour(pixels, 64).slice(0, FEW_COLOURS).flat().length / pixels.length;
  if (share < FEW_COLOURS_SHARE) return null;
  const edge = pixels.filter(({ x, y }) => x < 1 || y < 1 || x > width - 1 || y > height - 1);
  const ground = commonColour(edge);
  const background = toHex(ground);
  const plain = edge.filter(({ colour }) => areAlike(colour, ground));
  if (plain.length >= PLAIN_SHARE * edge.length) {
    const drawn = pixels.filter(({ colour }) => !areAlike(colour, ground));
    return circleAround(drawn, picture, background);
  }
  const isWide = width > height && share >= ALL_COLOURS_SHARE;
  return isWide ? circleAround(pixels, picture, background) : null;
}

/** Returns the circle about the middle of the pixels' box; null for no pixels. */
function circleAround(
  pixels: readonly Pixel[],
  { width, height }: SmallPicture,
  background: string,
): Drawing | null {
  if (pixels.length === 0) return null;
  const [x, y] = [middle(pixels.map((pixel) => pixel.x)), middle(pixels.map((pixel) => pixel.y))];
  const radius = Math.max(...pixels.map((pixel) => Math.hypot(pixel.x - x, pixel.y - y)));
  const diameter = (2 * radius + 1) / Math.min(width, height);
  return { kind: 'whole', x: x / width, y: y / height, diameter, background };
}

function middle(values: readonly number[]): number {
  return (Math.min(...values) + Math.max(...values)) / 2;
}

/** Returns approximately the most frequent colour of pixels. */
function commonColour(pixels: readonly Pixel[]): Colour {
  const [common = []] = byColour(pixels, 16);
  return common[common.length >> 1]?.colour ?? [255, 255, 255];
}

/** Groups pixels by colour, with `levels` levels per channel; the largest group first. */
function byColour(pixels: readonly Pixel[], levels: number): Pixel[][] {
  const size = 256 / levels;
  const groups = Map.groupBy(pixels, ({ colour }) =>
    colour.reduce((key, part) => key * levels + Math.floor(part / size), 0),
  );
  return [...groups.values()].sort((a, b) => b.length - a.length);
}

function meanLight(pixels: readonly Pixel[]): number {
  const values = pixels.flatMap(({ colour }) => colour);
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function areAlike(one: Colour, other: Colour): boolean {
  return one.every((part, at) => Math.abs(part - (other[at] ?? 0)) <= ALIKE);
}

function toHex(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Below this score it is as likely not a face. */
const MIN_SCORE = 0.4;
/** A face smaller than this share of the largest is a passer-by. */
const MIN_SHARE = 0.15;
/** How far a head reaches beyond its face, in face heights and widths. */
const ABOVE = 0.45;
const BELOW = 0.15;
const BESIDE = 0.1;

/** Returns the box around the heads in a picture; null when none is found. */
function findHeads(pixels: Pixels): Box | null {
  const faces = findFaces(pixels, MIN_SCORE);
  const largest = Math.max(...faces.map(areaOf));
  const near = faces.filter((face) => areaOf(face) >= MIN_SHARE * largest);
  if (near.length === 0) return null;
  const left = Math.min(...near.map(({ x, width }) => x - BESIDE * width));
  const right = Math.max(...near.map(({ x, width }) => x + (1 + BESIDE) * width));
  const top = Math.min(...near.map(({ y, height }) => y - ABOVE * height));
  const bottom = Math.max(...near.map(({ y, height }) => y + (1 + BELOW) * height));
  return {
    ...{ left: left / pixels.width, top: top / pixels.height },
    ...{ width: (right - left) / pixels.width, height: (bottom - top) / pixels.height },
  };
}

function middleOf({ left, top, width, height }: Box): Place {
  return { x: clamp(left + width / 2), y: clamp(top + height / 2) };
}

function areaOf({ width, height }: Face): number {
  return width * height;
}

function clamp(fraction: number): number {
  return Math.min(Math.max(fraction, 0), 1);
}

/** Number of circle positions that are compared. */
const PLACES = 60;
/**
 * Penalty for a circle at the picture's end against one in the middle, as a share of all detail.
 */
const MIDDLE_PREFERENCE = 0.2;
/** Share of the circle's radius that is seen from the front; presses differ by little. */
const FRONT_SHARE = DEFAULT_PRESS.faceMm / DEFAULT_PRESS.cutMm;

/**
 * Returns the centre of the largest circle inside a picture that contains most of its detail: a
 * part in focus has more than the background. Detail counts less towards the rim; equal circles:
 * the middle.
 * @param pixels a copy of about 64 pixels, so small that grain does not count as detail
 */
function findAttention(pixels: Pixels): Place {
  const { width, height } = pixels;
  const details = measureDetail(pixels);
  const all = details.reduce((sum, { detail }) => sum + detail, 0);
  const side = Math.min(width, height);
  const radius = (side / 2) * FRONT_SHARE;
  let best = MIDDLE;
  let bestScore = 0;
  for (let at = -PLACES / 2; at <= PLACES / 2; at++) {
    const offset = at / PLACES;
    const place = {
      x: 0.5 + (offset * (width - side)) / width,
      y: 0.5 + (offset * (height - side)) / height,
    };
    const inside = details.reduce((sum, { x, y, detail }) => {
      const square = (x - place.x * width) ** 2 + (y - place.y * height) ** 2;
      return square < radius ** 2 ? sum + detail * (1 - square / radius ** 2) : sum;
    }, 0);
    const away = 2 * Math.max(Math.abs(place.x - 0.5), Math.abs(place.y - 0.5));
    const score = inside / all - MIDDLE_PREFERENCE * away ** 2;
    if (score > bestScore) [best, bestScore] = [place, score];
  }
  return best;
}

/** Returns how much each inner pixel differs from its four neighbours; positions in pixels. */
function measureDetail({ data, width, height }: Pixels) {
  const valueAt = (pixel: number, colour: number) => data[3 * pixel + colour] ?? 0;
  return Array.from({ length: Math.max(0, (width - 2) * (height - 2)) }, (_, index) => {
    const [x, y] = [1 + (index % (width - 2)), 1 + Math.floor(index / (width - 2))];
    const pixel = y * width + x;
    const neighbours = [pixel - 1, pixel + 1, pixel - width, pixel + width];
    const differences = [0, 1, 2].map((colour) =>
      Math.abs(
        neighbours.reduce((rest, next) => rest - valueAt(next, colour), 4 * valueAt(pixel, colour)),
      ),
    );
    return { x: x + 0.5, y: y + 0.5, detail: differences.reduce((sum, one) => sum + one, 0) };
  });
}
