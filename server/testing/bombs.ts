import { deflateSync } from 'node:zlib';
import { pngFile } from './pictures.ts';

type PngFacts = {
  width: number;
  height: number;
  /** Bits per channel. */
  depth?: 8 | 16;
  isInterlaced?: boolean;
  /** The Exif orientation of a camera held upright. */
  isTurned?: boolean;
};

const CHANNELS = 4;
/** First column and row, and steps, of each of Adam7's passes (PNG specification, 8.1). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** A complete PNG of zeros: its file is a thousandth of its size in memory. */
export function makeZeroPng(facts: PngFacts): Buffer {
  const { width, height, depth = 8, isInterlaced = false, isTurned = false } = facts;
  const passes = isInterlaced ? PASSES : ([[0, 0, 1, 1]] as const);
  const bytes = passes.reduce((sum, [left, top, across, down]) => {
    const row = 1 + (Math.ceil((width - left) / across) * CHANNELS * depth) / 8;
    return sum + Math.ceil((height - top) / down) * row;
  }, 0);
  return pngFile({
    ...{ width, height, depth, colourType: 6, isInterlaced },
    exif: isTurned ? turned() : null,
    data: deflateSync(Buffer.alloc(bytes), { level: 1 }),
  });
}

/** Exif with only orientation 6. */
function turned(): Buffer {
  const exif = Buffer.from(
    'II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0',
    'latin1',
  );
  return exif;
}

/**
 * A grey JPEG that is not marked as progressive, but has one scan per component, so that all of it
 * must stay in memory until the last scan.
 */
export function makeScanBomb(side: number, components: 3 | 4): Buffer {
  const ids = Array.from({ length: components }, (_, at) => at + 1);
  const size = [side >> 8, side & 0xff];
  const quantization = segment(0xdb, [0, ...Array<number>(64).fill(1)]);
  const frame = segment(0xc0, [
    ...[8, ...size, ...size, components],
    ...ids.flatMap((id) => [id, 0x11, 0]),
  ]);
  // One code, the bit 0: "no difference" for the first coefficient, "end of block" for the others.
  const code = [1, ...Array<number>(15).fill(0), 0];
  const tables = [0x00, 0x10].map((table) => segment(0xc4, [table, ...code]));
  const scan = Buffer.alloc(Math.ceil((Math.ceil(side / 8) ** 2 * 2) / 8));
  const scans = ids.map((id) => Buffer.concat([segment(0xda, [1, id, 0, 0, 63, 0]), scan]));
  const [start, end] = [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xd9])];
  return Buffer.concat([start, quantization, frame, ...tables, ...scans, end]);
}

function segment(marker: number, content: readonly number[]): Buffer {
  const length = content.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...content]);
}
