import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Layer, SeparableLayer } from './network.ts';

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

export type Weights = { first: Layer; middle: SeparableLayer[]; last: Layer };

/** Returns what the network has learnt; 0.8 MB once read. */
export function readWeights(): Weights {
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
