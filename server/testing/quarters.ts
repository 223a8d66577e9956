import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { makeColourProfile, SRGB_PRIMARIES } from '#server/ports/decoder/child/colour-profile.ts';
import { pngChunk } from './pictures.ts';

const SIDE = 300;
/** Colours of the quarters: upper left and right, lower left and right. */
export const QUARTERS = [
  [170, 70, 60],
  [70, 140, 80],
  [60, 80, 170],
  [180, 150, 60],
] as const;
const GRAIN = 6;

type Colours = readonly (readonly number[])[];

type Kind = {
  name: string;
  file: Buffer;
  /** Of the upright picture. */
  size: { width: number; height: number };
  /** Of the quarters, where they are known beforehand. */
  colours: Colours | null;
};

/** Returns the mean colours of a picture's quarters over white paper, without their edges. */
export async function readQuarters(picture: Uint8Array): Promise<Colours> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sums = QUARTERS.map(() => ({ count: 0, colour: [0, 0, 0] }));
  for (let at = 0; at < info.width * info.height; at += 1) {
    const x = ((at % info.width) + 0.5) / info.width;
    const y = (Math.floor(at / info.width) + 0.5) / info.height;
    const isInside = [x, y].every((place) => Math.abs(((place * 2) % 1) - 0.5) < 0.4);
    const sum = sums[(x < 0.5 ? 0 : 1) + (y < 0.5 ? 0 : 2)];
    if (!isInside || !sum) continue;
    sum.count += 1;
    sum.colour = sum.colour.map((part, channel) => part + (data[3 * at + channel] ?? 0));
  }
  return sums.map(({ count, colour }) => colour.map((part) => part / count));
}

/** Four quarters of one colour each, with grain, as in `field/`. */
function drawQuarters(width = SIDE, height = SIDE): Sharp {
  const pixels = Buffer.alloc(3 * width * height);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const colour = QUARTERS[(x < width / 2 ? 0 : 1) + (y < height / 2 ? 0 : 2)] ?? QUARTERS[0];
    const grain = ((x * 7 + y * 13) % (2 * GRAIN + 1)) - GRAIN;
    pixels.set(
      colour.map((part) => part + grain),
      3 * at,
    );
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Returns a PNG with chunks before its pixels. */
function withChunks(png: Buffer, ...chunks: readonly [type: string, data: Buffer][]): Buffer {
  const header = png.subarray(0, 33);
  const added = chunks.map(([type, data]) => pngChunk(type, data));
  return Buffer.concat([header, ...added, png.subarray(33)]);
}

function numbers(...values: readonly number[]): Buffer {
  const data = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries())
    data.writeUInt32BE(Math.round(value * 100_000), 4 * at);
  return data;
}

const gamma = (value: number): [string, Buffer] => ['gAMA', numbers(value)];
const WIDE = [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06];
const primaries = (...places: readonly number[]): [string, Buffer] => ['cHRM', numbers(...places)];
const codes = (...values: readonly number[]): [string, Buffer] => ['cICP', Buffer.from(values)];
/** A profile that turns red, green and blue around, as no other description does. */
function aroundProfile(): Buffer {
  const { red, green, blue, white } = SRGB_PRIMARIES;
  const turned = { white, red: green, green: blue, blue: red };
  return must(makeColourProfile({ primaries: turned, toLight: (value) => value ** 1.8 }, 'colour'));
}

function srgbProfile(): Buffer {
  const toLight = (value: number) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  return must(makeColourProfile({ primaries: SRGB_PRIMARIES, toLight }, 'colour'));
}

function must<T>(value: T | null): T {
  if (value === null) throw new Error('no such profile');
  return value;
}

const iccp = (profile: Buffer): [string, Buffer] => [
  'iCCP',
  Buffer.concat([Buffer.from('x\0\0'), deflateSync(profile)]),
];

/** Returns pictures of the quarters in every kind of file that means its colours differently. */
export async function makeQuarters(): Promise<Kind[]> {
  const drawn = () => drawQuarters();
  const png = await drawn().png().toBuffer();
  const grey = await drawn().toColourspace('b-w').png().toBuffer();
  const deep = await drawn().toColourspace('rgb16').png().toBuffer();
  const deepGrey = await drawn().toColourspace('grey16').png().toBuffer();
  const palette = await drawn().png({ palette: true }).toBuffer();
  const clear = await drawn().ensureAlpha(0.5).png().toBuffer();
  const greyProfile = must(
    makeColourProfile({ primaries: SRGB_PRIMARIES, toLight: (value) => value ** 1.2 }, 'grey'),
  );
  const turned = (orientation: number) => drawQuarters(360, 300).withMetadata({ orientation });
  const jpeg = await drawn().jpeg({ quality: 95 }).toBuffer();
  const pngs: Record<string, Buffer> = {
    'linear gamma': withChunks(png, gamma(1)),
    'gamma of an old Macintosh': withChunks(png, gamma(1 / 1.8)),
    'usual gamma': withChunks(png, gamma(0.45455)),
    'gamma of 0': withChunks(png, gamma(0)),
    'usual gamma before another': withChunks(png, gamma(0.45455), gamma(1)),
    'wide primaries without a gamma': withChunks(png, primaries(...WIDE)),
    'wide primaries and a gamma': withChunks(png, gamma(0.6), primaries(...WIDE)),
    'impossible primaries': withChunks(png, gamma(0.45455), primaries(0, 0, 0, 0, 0, 0, 0, 0)),
    'sRGB beside a wrong gamma': withChunks(png, ['sRGB', Buffer.from([0])], gamma(1)),
    'profile beside a gamma': withChunks(png, iccp(aroundProfile()), gamma(1)),
    'codes of Display P3': withChunks(png, codes(12, 13, 0, 1)),
    'codes of HDR (PQ)': withChunks(png, codes(9, 16, 0, 1)),
    'codes of HDR (HLG)': withChunks(png, codes(9, 18, 0, 1)),
    'codes beside a profile': withChunks(png, codes(1, 8, 0, 1), iccp(aroundProfile())),
    'unknown codes': withChunks(png, codes(200, 200, 0, 1)),
    'grey with gamma': withChunks(grey, gamma(1)),
    'grey with a profile': withChunks(grey, iccp(greyProfile)),
    'grey of 16 bits with a profile': withChunks(deepGrey, iccp(greyProfile)),
    'palette with gamma': withChunks(palette, gamma(1)),
    '16 bits': deep,
    '16 bits with gamma': withChunks(deep, gamma(1)),
    '16 bits with a profile': withChunks(deep, iccp(aroundProfile())),
    '16 bits in sRGB': withChunks(deep, iccp(srgbProfile())),
    'half transparent with gamma': withChunks(clear, gamma(1)),
    'Display P3': await drawn().withIccProfile('p3').png().toBuffer(),
    'Exif orientation': await turned(8).png().toBuffer(),
  };
  const jpegs: Record<string, Buffer> = {
    'Display P3': await drawn().withIccProfile('p3').jpeg({ quality: 95 }).toBuffer(),
    'colours for print with a profile': await drawn()
      .withIccProfile('cmyk')
      .jpeg({ quality: 95 })
      .toBuffer(),
    'colours for print': await drawn().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
    grey: await drawn().toColourspace('b-w').jpeg({ quality: 95 }).toBuffer(),
    progressive: await drawn().jpeg({ quality: 95, progressive: true }).toBuffer(),
    'no end mark': jpeg.subarray(0, -2),
    ...Object.fromEntries(
      await Promise.all(
        [2, 3, 4, 5, 6, 7, 8].map(async (orientation) => [
          `orientation ${orientation}`,
          await turned(orientation).jpeg({ quality: 95 }).toBuffer(),
        ]),
      ),
    ),
  };
  const webps: Record<string, Buffer> = {
    'Exif orientation': await turned(6).webp({ quality: 95 }).toBuffer(),
    'Display P3': await drawn().withIccProfile('p3').webp({ lossless: true }).toBuffer(),
    'half transparent': await drawn().ensureAlpha(0.5).webp({ quality: 95 }).toBuffer(),
    animated: await animate(),
  };
  return Promise.all(
    Object.entries({ PNG: pngs, JPEG: jpegs, WebP: webps }).flatMap(([format, files]) =>
      Object.entries(files).map(async ([about, file]) => {
        const isTurned = /rientation [5-8]|Exif/.test(about);
        const isLying = /rientation [2-4]/.test(about);
        const size = { width: isLying ? 360 : SIDE, height: isTurned ? 360 : SIDE };
        return {
          name: `${format}, ${about}`,
          file,
          size,
          colours: PLAIN.includes(about) ? QUARTERS : null,
        };
      }),
    ),
  );
}

/** The kinds whose quarters have their own colours. */
const PLAIN = [
  'usual gamma',
  'gamma of 0',
  'usual gamma before another',
  'wide primaries without a gamma',
  'impossible primaries',
  'sRGB beside a wrong gamma',
  'unknown codes',
  '16 bits',
  '16 bits in sRGB',
  'Display P3',
  'progressive',
  'no end mark',
  'animated',
];

/** An animation that begins with the quarters and ends in grey. */
async function animate(): Promise<Buffer> {
  const first = await drawQuarters().raw().toBuffer();
  const frames = Buffer.concat([first, Buffer.alloc(first.length, 128)]);
  const raw = { width: SIDE, height: 2 * SIDE, channels: 3, pageHeight: SIDE } as const;
  return sharp(frames, { raw })
    .webp({ loop: 0, delay: [100, 100], quality: 95 })
    .toBuffer();
}
