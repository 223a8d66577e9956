import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ranges from './ranges.json' with { type: 'json' };

/** A face's box found by the network, from brow to chin. In pixels; the score is from 0 to 1. */
export type Face = { x: number; y: number; width: number; height: number; score: number };

/** A picture's pixels, row by row, as red, green and blue bytes. */
export type Pixels = { data: Uint8Array; width: number; height: number };

/** The mean colour of the network's training pictures. */
const MEAN = [117.001, 114.697, 97.404] as const;
/** Side of a cell in pixels; the network has an output for each cell. */
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
/** Boxes whose overlap is a larger share of their union are one face. */
const SAME_FACE = 0.4;

let weights: Weights | undefined;

/** Returns the faces in an upright picture of at least this score, the highest first. */
export function findFaces(pixels: Pixels, minScore: number): Face[] {
  weights ??= readWeights();
  let plane = poolMax(mixChannels(patchesOf(normalise(pixels)), weights.first, LEAK), 2);
  for (const [at, layer] of weights.middle.entries()) {
    plane = mixChannels(filterChannels(plane, layer.depth), layer, LEAK);
    plane = poolMax(plane, at < weights.middle.length - 1 ? 2 : 1);
  }
  const faces = readFaces(mixChannels(plane, weights.last, 1)).filter(
    ({ score }) => score >= minScore,
  );
  const best: Face[] = [];
  for (const face of faces.sort((a, b) => b.score - a.score)) {
    if (best.every((other) => overlap(face, other) <= SAME_FACE)) best.push(face);
  }
  return best;
}

/** Returns the picture in whole cells; pixels beyond it count as the mean. */
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

/** Numbers in rows of pixels, each with so many channels. */
type Plane = { width: number; height: number; channels: number; data: Float32Array };

/**
 * The weights of a layer: for each input channel, one number per output channel; zeros for further
 * inputs up to a multiple of four.
 */
type Layer = { channels: number; filters: Float32Array; bias: Float32Array };
/** A depthwise separable layer: filters each channel over 3 by 3 pixels, and then mixes them. */
type SeparableLayer = Layer & { depth: Float32Array };

const LEAK = 0.1;

/**
 * Returns a plane, two pixels smaller in each direction, whose channels are those of 3 by 3 pixels.
 */
function patchesOf({ width, height, channels, data }: Plane): Plane {
  const out = makePlane(width - 2, height - 2, 9 * channels);
  const rowLength = 3 * channels;
  for (let y = 0, to = 0; y < out.height; y++) {
    for (let x = 0; x < out.width; x++) {
      for (let row = 0; row < 3; row++, to += rowLength) {
        const from = ((y + row) * width + x) * channels;
        out.data.set(data.subarray(from, from + rowLength), to);
      }
    }
  }
  return out;
}

/**
 * Returns a plane whose channels are weighted sums of a pixel's; sums below 0 are multiplied by
 * `slope`.
 */
function mixChannels(plane: Plane, { channels, filters, bias }: Layer, slope: number): Plane {
  const out = makePlane(plane.width, plane.height, channels);
  const sums = new Float64Array(channels);
  for (let from = 0, to = 0; from < plane.data.length; from += plane.channels) {
    sums.set(bias);
    // Four inputs at a time: reading and writing the sums takes longest.
    for (let input = 0; input < plane.channels; input += 4) {
      const one = plane.data[from + input] ?? 0;
      const two = plane.data[from + input + 1] ?? 0;
      const three = plane.data[from + input + 2] ?? 0;
      const four = plane.data[from + input + 3] ?? 0;
      for (let channel = 0; channel < channels; channel++) {
        const filter = input * channels + channel;
        sums[channel] =
          (sums[channel] ?? 0) +
          one * (filters[filter] ?? 0) +
          two * (filters[filter + channels] ?? 0) +
          three * (filters[filter + 2 * channels] ?? 0) +
          four * (filters[filter + 3 * channels] ?? 0);
      }
    }
    for (let channel = 0; channel < channels; channel++, to++) {
      const sum = sums[channel] ?? 0;
      out.data[to] = sum < 0 ? sum * slope : sum;
    }
  }
  return out;
}

/**
 * Returns a plane of the same size: each channel is filtered separately, with zeros beyond the
 * edges.
 */
function filterChannels({ width, height, channels, data }: Plane, depth: Float32Array): Plane {
  const out = makePlane(width, height, channels);
  for (let place = 0; place < 9; place++) {
    const [right, down] = [(place % 3) - 1, Math.floor(place / 3) - 1];
    for (let y = Math.max(0, -down); y < Math.min(height, height - down); y++) {
      for (let x = Math.max(0, -right); x < Math.min(width, width - right); x++) {
        const to = (y * width + x) * channels;
        const from = to + (down * width + right) * channels;
        for (let channel = 0; channel < channels; channel++) {
          out.data[to + channel] =
            (out.data[to + channel] ?? 0) +
            (data[from + channel] ?? 0) * (depth[place * channels + channel] ?? 0);
        }
      }
    }
  }
  return out;
}

/**
 * Returns the maximum of 2 by 2 pixels, every `stride` pixels; at the edges of the existing ones.
 */
function poolMax({ width, height, channels, data }: Plane, stride: 1 | 2): Plane {
  const out = makePlane(Math.ceil(width / stride), Math.ceil(height / stride), channels);
  for (let y = 0, to = 0; y < out.height; y++) {
    const top = y * stride * width;
    const bottom = Math.min(y * stride + 1, height - 1) * width;
    for (let x = 0; x < out.width; x++) {
      const left = x * stride;
      const right = Math.min(left + 1, width - 1);
      for (let channel = 0; channel < channels; channel++, to++) {
        out.data[to] = Math.max(
          data[(top + left) * channels + channel] ?? 0,
          data[(top + right) * channels + channel] ?? 0,
          data[(bottom + left) * channels + channel] ?? 0,
          data[(bottom + right) * channels + channel] ?? 0,
        );
      }
    }
  }
  return out;
}

function makePlane(width: number, height: number, channels: number): Plane {
  return { width, height, channels, data: new Float32Array(width * height * channels) };
}

const COLOURS = 3;
/** Layers in the middle. */
const MIDDLE = 5;
/** Channels of the first layer; each of the middle doubles them. */
const FIRST_CHANNELS = 16;
const LAST_CHANNELS = ANCHORS.length * ANSWERS;

type Weights = { first: Layer; middle: SeparableLayer[]; last: Layer };

/**
 * Reads the network's weights; they take 0.8 MB of memory. The file has those of each part in
 * sequence, one byte each: min + byte * step, by the range of the part.
 */
function readWeights(): Weights {
  const bytes = readFileSync(join(import.meta.dirname, 'weights.bin'));
  const parts = ranges.values();
  let read = 0;
  const next = (count: number) => {
    const [step = 0, min = 0] = parts.next().value ?? [];
    read += count;
    return Float32Array.from(bytes.subarray(read - count, read), (byte) => min + byte * step);
  };
  const layer = (inputs: number, channels: number): Layer => {
    const filters = new Float32Array(Math.ceil(inputs / 4) * 4 * channels);
    filters.set(next(inputs * channels));
    return { channels, filters, bias: next(channels) };
  };
  let channels = FIRST_CHANNELS;
  return {
    first: layer(9 * COLOURS, channels),
    middle: Array.from({ length: MIDDLE }, () => {
      const depth = next(9 * channels);
      const inputs = channels;
      channels *= 2;
      return { depth, ...layer(inputs, channels) };
    }),
    last: layer(channels, LAST_CHANNELS),
  };
}
