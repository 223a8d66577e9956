import { describe, expect, test } from 'vitest';
import { decodingBytes, HEAVY_BYTES, MAX_DECODING_BYTES } from './open-picture.ts';

type Facts = Parameters<typeof decodingBytes>[0];

const MEGAPIXELS_40 = { width: 8000, height: 5000 };
const png: Facts = facts('png', { width: 4000, height: 3000 });
const jpeg: Facts = { ...png, format: 'jpeg', chromaSubsampling: '4:2:0' };
const webp: Facts = { ...png, format: 'webp' };

function facts(format: Facts['format'], size: { width: number; height: number }): Facts {
  return {
    format,
    ...size,
    channels: 3,
    depth: 'uchar',
    isProgressive: false,
    chromaSubsampling: '',
  };
}

describe('the memory that a picture needs while it is decoded', () => {
  test.each<[string, Facts]>([
    ['a photo of 40 megapixels', { ...jpeg, ...MEGAPIXELS_40 }],
    ['a progressive photo of 12 megapixels', { ...jpeg, isProgressive: true }],
    ['a WebP of 12 megapixels', webp],
    ['a PNG of 40 megapixels', { ...png, ...MEGAPIXELS_40 }],
    ['a long screenshot', { ...png, width: 1440, height: 20_000, channels: 4 }],
  ])('%s is light', (_name, of) => {
    expect(decodingBytes(of)).toBeLessThanOrEqual(HEAVY_BYTES);
  });

  test.each<[string, Facts]>([
    ['a progressive photo of 40 megapixels', { ...jpeg, ...MEGAPIXELS_40, isProgressive: true }],
    ['a WebP of 40 megapixels', { ...webp, ...MEGAPIXELS_40 }],
    ['an interlaced PNG of 40 megapixels', { ...png, ...MEGAPIXELS_40, isProgressive: true }],
  ])('%s is heavy, but taken', (_name, of) => {
    expect(decodingBytes(of)).toBeGreaterThan(HEAVY_BYTES);
    expect(decodingBytes(of)).toBeLessThanOrEqual(MAX_DECODING_BYTES);
  });

  test.each<[string, Facts]>([
    [
      'an interlaced PNG of 6300 x 6300 at 16 bits',
      { ...png, width: 6300, height: 6300, channels: 4, depth: 'ushort', isProgressive: true },
    ],
    ['a PNG of one line', { ...png, width: 40_000_000, height: 1 }],
    ['a PNG of hundred lines', { ...png, width: 400_000, height: 100 }],
    [
      'a progressive JPEG for print',
      { ...jpeg, ...MEGAPIXELS_40, channels: 4, isProgressive: true },
    ],
    [
      'a progressive JPEG with full colour',
      { ...jpeg, ...MEGAPIXELS_40, chromaSubsampling: '4:4:4', isProgressive: true },
    ],
    ['an animation of 40 megapixels', { ...webp, ...MEGAPIXELS_40, pages: 2 }],
  ])('%s is too much', (_name, of) => {
    expect(decodingBytes(of)).toBeGreaterThan(MAX_DECODING_BYTES);
  });
});
