/** The paper on which pins are printed is white. */
export const PAPER_COLOUR = '#ffffff';

/** Backgrounds that suit many pictures, as `#rrggbb`, with their names. */
export const PIN_COLOURS = [
  ['#000000', 'Negro'],
  ['#c8203f', 'Rojo'],
  ['#ffc845', 'Amarillo'],
  ['#0a6349', 'Verde'],
  ['#2c43b0', 'Azul'],
  ['#f2a9c4', 'Rosado'],
] as const;

type Pixels = { data: Uint8ClampedArray; width: number; height: number };

const MAX_COLOURS = 3;
/** Colours that agree in this many upper bits of red, green and blue are counted as one. */
const BITS = 3;
/** Colours whose differences in red, green and blue sum up to less look the same on a pin. */
const ALIKE = 40;
/** Minimum share of the edge that a suggested colour covers. */
const MIN_SHARE = 0.08;

function* edgeOf({ data, width, height }: Pixels) {
  for (let y = 0; y < height; y += 1) {
    const isWhole = y === 0 || y === height - 1;
    for (let x = 0; x < width; x += isWhole ? 1 : Math.max(1, width - 1)) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray((y * width + x) * 4);
      if (alpha > 127) yield [red, green, blue] as const;
    }
  }
}

const channels = (colour: string) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** Returns true when two colours (`#rrggbb`) are hard to distinguish. */
export function isAlike(colour: string, other: string): boolean {
  const [others, own] = [channels(other), channels(colour)];
  return own.reduce((sum, value, at) => sum + Math.abs(value - (others[at] ?? 0)), 0) < ALIKE;
}

const toHex = (value: number) => Math.round(value).toString(16).padStart(2, '0');

/** Returns up to three distinct colours of a picture's edge as `#rrggbb`, most frequent first. */
export function edgeColours(pixels: Pixels): string[] {
  const groups = new Map<number, { count: number; sums: [number, number, number] }>();
  let all = 0;
  for (const [red, green, blue] of edgeOf(pixels)) {
    all += 1;
    const key = [red, green, blue].reduce(
      (bits, value) => (bits << BITS) | (value >> (8 - BITS)),
      0,
    );
    const { count, sums } = groups.get(key) ?? { count: 0, sums: [0, 0, 0] };
    groups.set(key, { count: count + 1, sums: [sums[0] + red, sums[1] + green, sums[2] + blue] });
  }
  return [...groups.values()]
    .filter(({ count }) => count >= all * MIN_SHARE)
    .sort((a, b) => b.count - a.count)
    .map(({ count, sums }) => `#${sums.map((sum) => toHex(sum / count)).join('')}`)
    .filter((colour, at, all) => !all.slice(0, at).some((before) => isAlike(colour, before)))
    .slice(0, MAX_COLOURS);
}
