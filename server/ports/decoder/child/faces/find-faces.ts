import {
  convolve,
  convolveSeparately,
  makePlane,
  mixChannels,
  type Plane,
  pool,
} from './network.ts';
import { readWeights, type Weights } from './weights.ts';

/** A face's box as the network sees it, from brow to chin. All in pixels; the score from 0 to 1. */
export type Face = { x: number; y: number; width: number; height: number; score: number };

/** A picture's pixels, row by row, as red, green and blue bytes. */
export type Pixels = { data: Uint8Array; width: number; height: number };

/** What the network takes for nothing, as red, green and blue. */
const MEAN = [117.001, 114.697, 97.404] as const;
/** Pixels of a cell: the network answers for each. */
const CELL = 32;
/** Boxes that a cell starts from, in cells. */
const ANCHORS = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
] as const;
const ANSWERS = 5;
/** Boxes that share more than this of what they cover together are one face. */
const SAME_FACE = 0.4;

let weights: Weights | undefined;

/** Returns the faces in an upright picture, surest first; `least` is the score that they need. */
export function findFaces(pixels: Pixels, least: number): Face[] {
  weights ??= readWeights();
  let plane = pool(convolve(normalise(pixels), weights.first), 2);
  for (const [at, layer] of weights.middle.entries()) {
    plane = pool(convolveSeparately(plane, layer), at < weights.middle.length - 1 ? 2 : 1);
  }
  const faces = readFaces(mixChannels(plane, weights.last)).filter(({ score }) => score >= least);
  const best: Face[] = [];
  for (const face of faces.sort((a, b) => b.score - a.score)) {
    if (best.every((other) => overlap(face, other) <= SAME_FACE)) best.push(face);
  }
  return best;
}

/** Returns the picture in whole cells; what it leaves of them is nothing. */
function normalise({ data, width, height }: Pixels): Plane {
  const plane = makePlane(toCells(width), toCells(height), 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 3;
      const to = (y * plane.width + x) * 3;
      for (let colour = 0; colour < 3; colour++) {
        plane.data[to + colour] = ((data[from + colour] ?? 0) - (MEAN[colour] ?? 0)) / 255;
      }
    }
  }
  return plane;
}

function toCells(pixels: number): number {
  return Math.ceil(pixels / CELL) * CELL;
}

function readFaces({ width, height, channels, data }: Plane): Face[] {
  return Array.from({ length: width * height }, (_, cell) =>
    ANCHORS.map(([anchorWidth, anchorHeight], anchor) => {
      const from = cell * channels + anchor * ANSWERS;
      const [x = 0, y = 0, wide = 0, high = 0, sure = 0] = data.subarray(from, from + ANSWERS);
      const box = {
        width: Math.exp(wide) * anchorWidth * CELL,
        height: Math.exp(high) * anchorHeight * CELL,
      };
      return {
        ...box,
        x: ((cell % width) + sigmoid(x)) * CELL - box.width / 2,
        y: (Math.floor(cell / width) + sigmoid(y)) * CELL - box.height / 2,
        score: sigmoid(sure),
      };
    }),
  ).flat();
}

function overlap(one: Face, other: Face): number {
  const width = shared(one.x, one.width, other.x, other.width);
  const both = width * shared(one.y, one.height, other.y, other.height);
  return both / (one.width * one.height + other.width * other.height - both);
}

function shared(one: number, length: number, other: number, otherLength: number): number {
  return Math.max(0, Math.min(one + length, other + otherLength) - Math.max(one, other));
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
