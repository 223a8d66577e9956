type Matrix = readonly (readonly [number, number, number])[];

/** Adobe RGB (1998) Color Image Encoding. */
const ADOBE_GAMMA = 563 / 256;
/** The primaries of Adobe RGB adapted to D50, as in its profile. */
const COLORANTS: Matrix = [
  [0.60974, 0.31111, 0.01947],
  [0.20528, 0.62567, 0.06087],
  [0.14919, 0.06322, 0.74457],
];
const D50 = [0.9642, 1, 0.8249] as const;

/** Returns a small ICC profile (version 2) of Adobe RGB. */
export function makeAdobeRgbProfile(): Buffer {
  const gamma = Buffer.alloc(14);
  gamma.write('curv');
  gamma.writeUInt32BE(1, 8);
  gamma.writeUInt16BE(Math.round(ADOBE_GAMMA * 256), 12);
  const tags: [string, Buffer][] = [
    ['desc', description('Adobe RGB')],
    ['cprt', text('none')],
    ['wtpt', xyz(D50)],
    ...['rXYZ', 'gXYZ', 'bXYZ'].map((name, at): [string, Buffer] => [
      name,
      xyz(COLORANTS[at] ?? D50),
    ]),
    ...['rTRC', 'gTRC', 'bTRC'].map((name): [string, Buffer] => [name, gamma]),
  ];
  return profile(tags);
}

function profile(tags: readonly [string, Buffer][]): Buffer {
  const start = 128 + 4 + tags.length * 12;
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length, 0);
  let offset = start;
  const parts = tags.map(([name, data], at) => {
    table.write(name, 4 + at * 12);
    table.writeUInt32BE(offset, 8 + at * 12);
    table.writeUInt32BE(data.length, 12 + at * 12);
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
    offset += padded.length;
    return padded;
  });
  const header = Buffer.alloc(128);
  header.writeUInt32BE(offset, 0);
  header.writeUInt32BE(0x02_40_00_00, 8);
  header.write('mntrRGB XYZ ', 12);
  header.write('acsp', 36);
  xyz(D50).copy(header, 68, 8);
  return Buffer.concat([header, table, ...parts]);
}

function xyz(values: readonly number[]): Buffer {
  const tag = Buffer.alloc(20);
  tag.write('XYZ ');
  for (const [at, value] of values.entries())
    tag.writeInt32BE(Math.round(value * 65_536), 8 + at * 4);
  return tag;
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from('text\0\0\0\0'), Buffer.from(`${value}\0`)]);
}

function description(value: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(value.length + 1);
  return Buffer.concat([
    Buffer.from('desc\0\0\0\0'),
    ...[length, Buffer.from(`${value}\0`), Buffer.alloc(78)],
  ]);
}
