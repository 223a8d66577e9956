import sharp, { type Sharp } from 'sharp';
import type { Subject } from '#domain/start-crop.ts';
import { findHeads } from './faces/find-heads.ts';
import { findAttention, type Place } from './find-attention.ts';
import { findDrawing, type Pixel } from './find-drawing.ts';
import { openPicture } from './open-picture.ts';

/** Longer sides of the copies in which drawings, heads and detail are looked for, in pixels. */
const DRAWING_SIDE = 128;
const HEADS_SIDE = 256;
const DETAIL_SIDE = 64;
const MIDDLE: Place = { x: 0.5, y: 0.5 };

/** Finds a drawing, else heads, else where most of the detail is; `thumbnail` is upright. */
export async function findSubject(thumbnail: Uint8Array): Promise<Subject> {
  const decoded = await read(openPicture(thumbnail).toColourspace('srgb').ensureAlpha());
  const { width, height } = decoded;
  const copy = () => sharp(decoded.data, { raw: { width, height, channels: 4 } });
  const small = await read(resize(copy(), DRAWING_SIDE));
  const pixels = Array.from({ length: small.width * small.height }, (_, at) =>
    pixelAt(small.data, small.width, at),
  );
  const drawing = findDrawing({ width: small.width, height: small.height, pixels });
  if (drawing) return drawing;
  // The largest circle in a square has but one place.
  if (width === height) return { kind: 'point', ...MIDDLE };
  const heads = findHeads(await read(resize(copy().removeAlpha(), HEADS_SIDE)));
  const place = heads ?? findAttention(await read(resize(copy().removeAlpha(), DETAIL_SIDE)));
  return { kind: 'point', ...place };
}

function resize(picture: Sharp, side: number): Sharp {
  return picture.resize({ width: side, height: side, fit: 'inside' });
}

async function read(picture: Sharp): Promise<{ data: Buffer; width: number; height: number }> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function pixelAt(data: Uint8Array, width: number, at: number): Pixel {
  const [red = 0, green = 0, blue = 0, opacity = 0] = data.subarray(4 * at, 4 * at + 4);
  const [x, y] = [(at % width) + 0.5, Math.floor(at / width) + 0.5];
  return { x, y, colour: [red, green, blue], opacity };
}
