/** Numbers in rows of pixels, each with so many channels. */
export type Plane = { width: number; height: number; channels: number; data: Float32Array };

/**
 * What a layer has learnt, a filter for each channel that goes out: eight channels after the other,
 * of each eight the numbers for the first input, those for the second, and so on.
 */
export type Layer = { channels: number; filters: Float32Array; bias: Float32Array };
/** A layer that first filters each channel, nine places at once, and then mixes the channels. */
export type SeparableLayer = Layer & { depth: Float32Array };

const LEAK = 0.1;

/** Returns a plane, two pixels smaller each way, of sums over 3 by 3 pixels and all channels. */
export function convolve(plane: Plane, layer: Layer): Plane {
  const out = makePlane(plane.width - 2, plane.height - 2, layer.channels);
  const rowLength = 3 * plane.channels;
  const patch = new Float32Array(3 * rowLength);
  for (let y = 0, to = 0; y < out.height; y++) {
    for (let x = 0; x < out.width; x++, to += out.channels) {
      for (let row = 0, input = 0; row < 3; row++) {
        const from = ((y + row) * plane.width + x) * plane.channels;
        for (let at = from; at < from + rowLength; at++, input++)
          patch[input] = plane.data[at] ?? 0;
      }
      mix(patch, 0, patch.length, layer, out.data, to);
    }
  }
  return leak(out);
}

/** Returns a plane of the same size: each channel filtered by itself, zero beyond the edges, then mixed. */
export function convolveSeparately(plane: Plane, layer: SeparableLayer): Plane {
  return leak(mixChannels(filterChannels(plane, layer.depth), layer));
}

/** Returns a plane of other channels, each a weighted sum of the pixel's own. */
export function mixChannels(plane: Plane, layer: Layer): Plane {
  const out = makePlane(plane.width, plane.height, layer.channels);
  for (let from = 0, to = 0; from < plane.data.length; from += plane.channels, to += out.channels) {
    mix(plane.data, from, plane.channels, layer, out.data, to);
  }
  return out;
}

/** Writes a pixel: eight channels at a time, so that each value is read once for eight sums. */
function mix(
  values: Float32Array,
  from: number,
  count: number,
  { channels, filters, bias }: Layer,
  pixels: Float32Array,
  to: number,
): void {
  for (let channel = 0, filter = 0; channel < channels; channel += 8) {
    let first = bias[channel] ?? 0;
    let second = bias[channel + 1] ?? 0;
    let third = bias[channel + 2] ?? 0;
    let fourth = bias[channel + 3] ?? 0;
    let fifth = bias[channel + 4] ?? 0;
    let sixth = bias[channel + 5] ?? 0;
    let seventh = bias[channel + 6] ?? 0;
    let eighth = bias[channel + 7] ?? 0;
    for (let at = from; at < from + count; at++, filter += 8) {
      const value = values[at] ?? 0;
      first += value * (filters[filter] ?? 0);
      second += value * (filters[filter + 1] ?? 0);
      third += value * (filters[filter + 2] ?? 0);
      fourth += value * (filters[filter + 3] ?? 0);
      fifth += value * (filters[filter + 4] ?? 0);
      sixth += value * (filters[filter + 5] ?? 0);
      seventh += value * (filters[filter + 6] ?? 0);
      eighth += value * (filters[filter + 7] ?? 0);
    }
    pixels[to + channel] = first;
    pixels[to + channel + 1] = second;
    pixels[to + channel + 2] = third;
    pixels[to + channel + 3] = fourth;
    pixels[to + channel + 4] = fifth;
    pixels[to + channel + 5] = sixth;
    pixels[to + channel + 6] = seventh;
    pixels[to + channel + 7] = eighth;
  }
}

/** Returns the greatest of 2 by 2 pixels, every `stride` pixels; at the edges of those there are. */
export function pool(plane: Plane, stride: 1 | 2): Plane {
  const { width, height, channels, data } = plane;
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

function filterChannels(plane: Plane, depth: Float32Array): Plane {
  const { width, height, channels } = plane;
  const { data } = surround(plane);
  const out = makePlane(width, height, channels);
  const sums = out.data;
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += channels) {
      for (let row = 0; row < 3; row++) {
        const left = ((y + row) * (width + 2) + x) * channels;
        const ofLeft = row * 3 * channels;
        for (let channel = 0; channel < channels; channel++) {
          const at = left + channel;
          const of = ofLeft + channel;
          sums[to + channel] =
            (sums[to + channel] ?? 0) +
            (data[at] ?? 0) * (depth[of] ?? 0) +
            (data[at + channels] ?? 0) * (depth[of + channels] ?? 0) +
            (data[at + 2 * channels] ?? 0) * (depth[of + 2 * channels] ?? 0);
        }
      }
    }
  }
  return out;
}

/** Returns the plane with a pixel of zeros on every side. */
function surround({ width, height, channels, data }: Plane): Plane {
  const out = makePlane(width + 2, height + 2, channels);
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width * channels, (y + 1) * width * channels);
    out.data.set(row, ((y + 1) * out.width + 1) * channels);
  }
  return out;
}

function leak(plane: Plane): Plane {
  const { data } = plane;
  for (let index = 0; index < data.length; index++) {
    const value = data[index] ?? 0;
    if (value < 0) data[index] = value * LEAK;
  }
  return plane;
}

export function makePlane(width: number, height: number, channels: number): Plane {
  return { width, height, channels, data: new Float32Array(width * height * channels) };
}
