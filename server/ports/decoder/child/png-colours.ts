import { crc32, deflateSync } from 'node:zlib';
import {
  type ColourSpace,
  makeColourProfile,
  type Primaries,
  SRGB_PRIMARIES,
} from './colour-profile.ts';

/** Chunks that say what a PNG's values mean (PNG, third edition, 11.3.2). */
const COLOUR_CHUNKS = ['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'];
const SIGNATURE_BYTES = 8;
/** Length, type and checksum of a chunk. */
const FRAME_BYTES = 12;
/** Bit of a PNG's colour type that only pictures with colours have. */
const HAS_COLOUR = 2;

type Chunk = { type: string; data: Buffer; whole: Buffer };

/**
 * Returns a PNG whose colours are described by an ICC profile, the only description that libvips
 * reads: browsers also follow `gAMA`, `cHRM` and `cICP`. Other PNGs are returned as they are.
 */
export function describeColours(png: Buffer): Buffer {
  const { chunks, end } = readHead(png);
  const [header] = chunks;
  if (header?.type !== 'IHDR' || !chunks.some(({ type }) => COLOUR_CHUNKS.includes(type))) {
    return png;
  }
  // As in browsers, the first of a type counts.
  const space = findSpace(new Map(chunks.toReversed().map(({ type, data }) => [type, data])));
  const hasColour = ((header.data[9] ?? 0) & HAS_COLOUR) !== 0;
  const profile = space && makeColourProfile(space, hasColour ? 'colour' : 'grey');
  if (!profile) return png;
  const kept = chunks.slice(1).filter(({ type }) => !COLOUR_CHUNKS.includes(type));
  const [signature, pixels] = [png.subarray(0, SIGNATURE_BYTES), png.subarray(end)];
  const iccp = writeChunk('iCCP', Buffer.concat([Buffer.from('Pines\0\0'), deflateSync(profile)]));
  return Buffer.concat([signature, header.whole, iccp, ...kept.map(({ whole }) => whole), pixels]);
}

/** Returns a PNG's chunks before its pixels, and where the rest begins. */
function readHead(png: Buffer): { chunks: Chunk[]; end: number } {
  const chunks: Chunk[] = [];
  let at = SIGNATURE_BYTES;
  while (at + FRAME_BYTES <= png.length) {
    const next = at + FRAME_BYTES + png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT' || next > png.length) break;
    const whole = png.subarray(at, next);
    chunks.push({ type, data: whole.subarray(8, -4), whole });
    at = next;
  }
  return { chunks, end: at };
}

function writeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** Returns the colours by the first description that counts; null: as libvips reads them. */
function findSpace(chunks: ReadonlyMap<string, Buffer>): ColourSpace | null {
  const named = readNamedSpace(chunks.get('cICP'));
  if (named) return named;
  if (chunks.has('iCCP') || chunks.has('sRGB')) return null;
  // As in browsers, primaries count beside a gamma only.
  const gamma = chunks.get('gAMA');
  const stored = gamma?.length === 4 ? gamma.readUInt32BE(0) : 0;
  if (stored === 0) return null;
  const primaries = readPrimaries(chunks.get('cHRM')) ?? SRGB_PRIMARIES;
  if (Math.abs(stored - USUAL_GAMMA) < 500 && areSrgb(primaries)) return null;
  return { primaries, toLight: (value) => value ** (SCALE / stored) };
}

/** 1/2.2, which programs write for sRGB. */
const USUAL_GAMMA = 45_455;
const SCALE = 100_000;

function areSrgb({ white, red, green, blue }: Primaries): boolean {
  const usual = Object.values(SRGB_PRIMARIES).flat();
  return [white, red, green, blue]
    .flat()
    .every((part, at) => Math.abs(part - (usual[at] ?? 0)) < 0.002);
}

function readPrimaries(chromaticities: Buffer | undefined): Primaries | null {
  if (chromaticities?.length !== 32) return null;
  const read = (at: number) => chromaticities.readUInt32BE(at * 4) / SCALE;
  const [white, red, green, blue] = [0, 2, 4, 6].map((at) => [read(at), read(at + 1)] as const);
  return white && red && green && blue ? { white, red, green, blue } : null;
}

/** Colour primaries by their number in ITU-T H.273. */
const PRIMARIES: Readonly<Record<number, Primaries>> = {
  1: SRGB_PRIMARIES,
  5: { ...SRGB_PRIMARIES, green: [0.29, 0.6] },
  6: { ...SRGB_PRIMARIES, red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07] },
  9: { ...SRGB_PRIMARIES, red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046] },
  12: { ...SRGB_PRIMARIES, red: [0.68, 0.32], green: [0.265, 0.69] },
};

/** Transfer characteristics by their number in ITU-T H.273. */
const TRANSFERS: Readonly<Record<number, ColourSpace['toLight']>> = {
  1: fromTelevision,
  4: (value) => value ** 2.2,
  5: (value) => value ** 2.8,
  6: fromTelevision,
  8: (value) => value,
  13: fromSrgb,
  14: fromTelevision,
  15: fromTelevision,
  16: (value) => fromPq(value) / WHITE_NITS,
  18: (value) => fromHlg(value) / WHITE_NITS,
};

/** Brightness of white paper in an HDR picture, in candela per square metre (ITU-R BT.2408). */
const WHITE_NITS = 203;

/** Returns null for a space that is unknown, or for values that are not full-range RGB. */
function readNamedSpace(codes: Buffer | undefined): ColourSpace | null {
  const [primaries = 0, transfer = 0, matrix, isFull] = codes ?? [];
  const [colours, toLight] = [PRIMARIES[primaries], TRANSFERS[transfer]];
  if (!colours || !toLight || matrix !== 0 || isFull !== 1) return null;
  return { primaries: colours, toLight };
}

/** IEC 61966-2-1. */
function fromSrgb(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** ITU-R BT.709. */
function fromTelevision(value: number): number {
  return value < 0.081 ? value / 4.5 : ((value + 0.099) / 1.099) ** (1 / 0.45);
}

/** ITU-R BT.2100, perceptual quantizer, in candela per square metre. */
function fromPq(value: number): number {
  const root = value ** (32 / 2523);
  const light = Math.max(root - 107 / 128, 0) / (2413 / 128 - (2392 / 128) * root);
  return 10_000 * light ** (8192 / 1305);
}

/** ITU-R BT.2100, hybrid log-gamma on a display of 1,000 candela per square metre. */
function fromHlg(value: number): number {
  const [a, b, c] = [0.178_832_77, 0.284_668_92, 0.559_910_73];
  const scene = value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - c) / a) + b) / 12;
  return 1000 * scene ** 1.2;
}
