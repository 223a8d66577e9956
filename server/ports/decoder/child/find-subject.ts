import sharp from 'sharp';
import type { Subject } from '#domain/start-crop.ts';
import { findDrawing, type Pixel } from './find-drawing.ts';
import { openPicture } from './open-picture.ts';

/** Longer side of the copy that is looked at, in pixels. */
const SIDE = 128;

/**
 * Finds what there is to see in a picture.
 * @param thumbnail a small upright copy, as bytes
 */
export async function findSubject(thumbnail: Uint8Array): Promise<Subject> {
  const { data, info } = await openPicture(thumbnail)
    .resize({ width: SIDE, height: SIDE, fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const pixels = Array.from({ length: width * height }, (_, at) => pixelAt(data, width, at));
  return findDrawing({ width, height, pixels }) ?? (await findAttention(thumbnail));
}

function pixelAt(data: Uint8Array, width: number, at: number): Pixel {
  const [red = 0, green = 0, blue = 0, opacity = 0] = data.subarray(4 * at, 4 * at + 4);
  const [x, y] = [(at % width) + 0.5, Math.floor(at / width) + 0.5];
  return { x, y, colour: [red, green, blue], opacity };
}

/** Finds where edges, strong colours and skin are, by libvips; the middle where nothing stands out. */
async function findAttention(thumbnail: Uint8Array): Promise<Subject> {
  const { width, height } = await openPicture(thumbnail).metadata();
  const side = Math.min(width, height);
  const { info } = await openPicture(thumbnail)
    .resize({ width: side, height: side, fit: 'cover', position: sharp.strategy.attention })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { attentionX: x = 0, attentionY: y = 0 } = info;
  // The search starts there, and stays where every place is alike.
  if (x === 0 && y === 0) return { kind: 'point', x: 0.5, y: 0.5 };
  return { kind: 'point', x: x / width, y: y / height };
}
