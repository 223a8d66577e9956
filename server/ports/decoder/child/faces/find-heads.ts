import type { Place } from '../find-attention.ts';
import { type Face, findFaces, type Pixels } from './find-faces.ts';

/** Below this what looks like a face is as often something else. */
const LEAST_SCORE = 0.4;
/** A face smaller than this share of the largest is a passer-by. */
const LEAST_SHARE = 0.15;
/** What of a head lies around its face, in face heights and widths. */
const ABOVE = 0.45;
const BELOW = 0.15;
const BESIDE = 0.1;

/** Finds the middle of the heads in a picture; null where none is seen. */
export function findHeads(pixels: Pixels): Place | null {
  const faces = findFaces(pixels, LEAST_SCORE);
  const largest = Math.max(...faces.map(areaOf));
  const near = faces.filter((face) => areaOf(face) >= LEAST_SHARE * largest);
  if (near.length === 0) return null;
  const left = Math.min(...near.map(({ x, width }) => x - BESIDE * width));
  const right = Math.max(...near.map(({ x, width }) => x + (1 + BESIDE) * width));
  const top = Math.min(...near.map(({ y, height }) => y - ABOVE * height));
  const bottom = Math.max(...near.map(({ y, height }) => y + (1 + BELOW) * height));
  return {
    x: clamp((left + right) / 2 / pixels.width),
    y: clamp((top + bottom) / 2 / pixels.height),
  };
}

function areaOf({ width, height }: Face): number {
  return width * height;
}

function clamp(fraction: number): number {
  return Math.min(Math.max(fraction, 0), 1);
}
