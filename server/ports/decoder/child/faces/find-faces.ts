import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  convolve,
  convolveSeparately,
  type Layer,
  makePlane,
  mixChannels,
  type Plane,
  pool,
  type SeparableLayer,
} from './network.ts';

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

/** Each layer's numbers lie one after the other in the file, a byte each: least + byte * step. */
type Range = readonly [step: number, least: number];

const COLOURS = 3;
const FIRST: readonly Range[] = [
  [0.009007044399485869, -1.2069439495311063],
  [0.005263455241334205, -0.9211046672334858],
];
const MIDDLE: readonly (readonly Range[])[] = [
  [
    [0.004001977630690033, -0.5042491814669441],
    [0.013836609615999109, -1.411334180831909],
    [0.0015159862590771096, -0.30926119685173037],
  ],
  [
    [0.002666276225856706, -0.317286870876948],
    [0.015265831292844286, -1.6792414422128714],
    [0.0020280554598453, -0.37113414915168985],
  ],
  [
    [0.006100742489683862, -0.8907084034938438],
    [0.016276211832083907, -2.0508026908425725],
    [0.003394414279975143, -0.7637432129944072],
  ],
  [
    [0.006716050119961009, -0.8059260143953211],
    [0.021875603993733724, -2.8875797271728514],
    [0.0041141652009066415, -0.8187188749804216],
  ],
  [
    [0.008423839597141042, -0.9013508368940915],
    [0.030007277283014035, -3.8709387695088107],
    [0.008402082966823203, -1.4871686851277068],
  ],
];
const LAST: readonly Range[] = [
  [0.028336129469030042, -4.675461362389957],
  [0.002268134028303857, -0.41053225912299807],
];
/** Channels of the first layer; each one of the middle doubles them. */
const FIRST_CHANNELS = 16;
/** Anchors of the last layer, and numbers of each. */
const LAST_CHANNELS = 5 * 5;

type Weights = { first: Layer; middle: SeparableLayer[]; last: Layer };

/** Returns what the network has learnt; 0.8 MB once read. */
function readWeights(): Weights {
  const bytes = readFileSync(join(import.meta.dirname, 'weights.bin'));
  let read = 0;
  const next = (count: number, range: Range | undefined) => {
    const [step = 0, least = 0] = range ?? [];
    const numbers = Float32Array.from(
      bytes.subarray(read, read + count),
      (byte) => least + byte * step,
    );
    read += count;
    return numbers;
  };
  const layer = (inputs: number, outputs: number, ranges: readonly Range[]): Layer => {
    // In the file a number for each output stands beside the next, for each input.
    const byInput = next(inputs * outputs, ranges.at(-2));
    const channels = Math.ceil(outputs / 8) * 8;
    const filters = new Float32Array(inputs * channels);
    for (const [at, number] of byInput.entries()) {
      const [input, output] = [Math.floor(at / outputs), at % outputs];
      filters[(output - (output % 8)) * inputs + input * 8 + (output % 8)] = number;
    }
    const bias = new Float32Array(channels);
    bias.set(next(outputs, ranges.at(-1)));
    return { channels, filters, bias };
  };
  let channels = FIRST_CHANNELS;
  return {
    first: layer(9 * COLOURS, channels, FIRST),
    middle: MIDDLE.map((ranges) => {
      const depth = next(9 * channels, ranges[0]);
      const inputs = channels;
      channels *= 2;
      return { depth, ...layer(inputs, channels, ranges) };
    }),
    last: layer(channels, LAST_CHANNELS, LAST),
  };
}
