type Vector = readonly [number, number, number];
type Matrix = readonly [Vector, Vector, Vector];
/** A place in the CIE 1931 diagram. */
type Chromaticity = readonly [x: number, y: number];

export type Primaries = Readonly<Record<'white' | 'red' | 'green' | 'blue', Chromaticity>>;

/** A colour space as in the files that describe one without an ICC profile. */
export type ColourSpace = {
  primaries: Primaries;
  /** Returns the light of a stored value, both from 0 (black) to 1 (white); more is cut off. */
  toLight: (value: number) => number;
};

const D65 = [0.3127, 0.329] as const;

export const SRGB_PRIMARIES: Primaries = {
  white: D65,
  red: [0.64, 0.33],
  green: [0.3, 0.6],
  blue: [0.15, 0.06],
};

/** White of the space in which profiles are connected (ICC.1). */
const D50: Vector = [0.9642, 1, 0.8249];
/** Linear Bradford transformation to the responses of the eye's cones (ICC.1, annex E). */
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];
const CURVE_POINTS = 4096;

/**
 * Returns an ICC profile (version 2.4) of a colour space: of its three colours, or of grey.
 * @returns null when no colours have such primaries
 */
export function makeColourProfile(
  { primaries, toLight }: ColourSpace,
  kind: 'colour' | 'grey',
): Buffer | null {
  const curve = writeCurve(toLight);
  const common: Tag[] = [
    ['desc', writeDescription('Pines')],
    ['cprt', writeText('none')],
    ['wtpt', writeXyz(D50)],
  ];
  if (kind === 'grey') return writeProfile('GRAY', [...common, ['kTRC', curve]]);
  const [red, green, blue] = findColorants(primaries);
  if (![red, green, blue].flat().every((part) => Math.abs(part) < 2)) return null;
  return writeProfile('RGB ', [
    ...common,
    ...[
      ['rXYZ', writeXyz(red)] as const,
      ['gXYZ', writeXyz(green)] as const,
      ['bXYZ', writeXyz(blue)] as const,
    ],
    ...['rTRC', 'gTRC', 'bTRC'].map((name): Tag => [name, curve]),
  ]);
}

/** Returns the colours of full red, green and blue under D50; not finite for impossible ones. */
function findColorants({ white, red, green, blue }: Primaries): Matrix {
  const [r, g, b] = [toXyz(red), toXyz(green), toXyz(blue)];
  const whiteXyz = toXyz(white);
  const amounts = multiply(invert(transpose([r, g, b])), whiteXyz);
  const cones = multiply(BRADFORD, whiteXyz);
  const target = multiply(BRADFORD, D50);
  const back = invert(BRADFORD);
  const adapt = (colour: Vector, amount: number) => {
    const [l, m, s] = multiply(BRADFORD, colour);
    const scaled = [l / cones[0], m / cones[1], s / cones[2]] as const;
    const [x, y, z] = multiply(back, [
      scaled[0] * target[0],
      scaled[1] * target[1],
      scaled[2] * target[2],
    ]);
    return [x * amount, y * amount, z * amount] as const;
  };
  return [adapt(r, amounts[0]), adapt(g, amounts[1]), adapt(b, amounts[2])];
}

function toXyz([x, y]: Chromaticity): Vector {
  return [x / y, 1, (1 - x - y) / y];
}

function multiply([a, b, c]: Matrix, vector: Vector): Vector {
  return [dot(a, vector), dot(b, vector), dot(c, vector)];
}

function dot(one: Vector, other: Vector): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}

function cross([a, b, c]: Vector, [x, y, z]: Vector): Vector {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}

function transpose([a, b, c]: Matrix): Matrix {
  return [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
    [a[2], b[2], c[2]],
  ];
}

function invert([a, b, c]: Matrix): Matrix {
  const volume = dot(a, cross(b, c));
  const divide = ([x, y, z]: Vector): Vector => [x / volume, y / volume, z / volume];
  return transpose([divide(cross(b, c)), divide(cross(c, a)), divide(cross(a, b))]);
}

type Tag = readonly [name: string, data: Buffer];

const HEADER_BYTES = 128;
const TAG_BYTES = 12;

function writeProfile(space: 'RGB ' | 'GRAY', tags: readonly Tag[]): Buffer {
  const table = Buffer.alloc(4 + tags.length * TAG_BYTES);
  table.writeUInt32BE(tags.length, 0);
  let offset = HEADER_BYTES + table.length;
  const places = new Map<Buffer, number>();
  const parts: Buffer[] = [];
  for (const [at, [name, data]] of tags.entries()) {
    const place = places.get(data) ?? offset;
    table.write(name, 4 + at * TAG_BYTES);
    table.writeUInt32BE(place, 8 + at * TAG_BYTES);
    table.writeUInt32BE(data.length, 12 + at * TAG_BYTES);
    if (places.has(data)) continue;
    places.set(data, offset);
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
    parts.push(padded);
    offset += padded.length;
  }
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(offset, 0);
  header.writeUInt32BE(0x02_40_00_00, 8);
  header.write(`mntr${space}XYZ `, 12);
  header.write('acsp', 36);
  writeXyz(D50).copy(header, 68, 8);
  return Buffer.concat([header, table, ...parts]);
}

function writeCurve(toLight: ColourSpace['toLight']): Buffer {
  const tag = Buffer.alloc(12 + 2 * CURVE_POINTS);
  tag.write('curv');
  tag.writeUInt32BE(CURVE_POINTS, 8);
  for (let at = 0; at < CURVE_POINTS; at += 1) {
    const light = Math.min(Math.max(toLight(at / (CURVE_POINTS - 1)), 0), 1);
    tag.writeUInt16BE(Math.round(light * 65_535), 12 + 2 * at);
  }
  return tag;
}

function writeXyz(colour: Vector): Buffer {
  const tag = Buffer.alloc(20);
  tag.write('XYZ ');
  for (const [at, part] of colour.entries())
    tag.writeInt32BE(Math.round(part * 65_536), 8 + at * 4);
  return tag;
}

function writeText(text: string): Buffer {
  return Buffer.from(`text\0\0\0\0${text}\0`);
}

function writeDescription(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length + 1);
  // Empty in other scripts: 78 bytes.
  return Buffer.concat([
    Buffer.from('desc\0\0\0\0'),
    length,
    Buffer.from(`${text}\0`),
    Buffer.alloc(78),
  ]);
}
