import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

type Size = { width?: number; height?: number };

function canvas({ width = 8, height = 8 }: Size, channels: 3 | 4 = 3): Sharp {
  const background =
    channels === 3 ? { r: 200, g: 30, b: 30 } : { r: 30, g: 200, b: 30, alpha: 0.4 };
  return sharp({ create: { width, height, channels, background } });
}

export function makeJpeg(size: Size = {}): Promise<Buffer> {
  return canvas(size).jpeg().toBuffer();
}

/** Returns a half transparent PNG. */
export function makePng(size: Size = {}): Promise<Buffer> {
  return canvas(size, 4).png().toBuffer();
}

export function makeWebp(size: Size = {}): Promise<Buffer> {
  return canvas(size, 4).webp().toBuffer();
}

/**
 * Returns a photo of a phone held upright: stored rotated (60 x 40, orientation 6), to be shown
 * 40 x 60 with the blue stripe on top, and with the GPS position in its metadata.
 */
export function makePhonePhoto(): Promise<Buffer> {
  const stripe = { create: { width: 12, height: 40, channels: 3, background: '#0000ff' } } as const;
  return canvas({ width: 60, height: 40 })
    .composite([{ input: stripe, left: 0, top: 0 }])
    .jpeg({ quality: 95 })
    .withExif({
      IFD0: { Make: 'Telefono', Software: 'Camara secreta' },
      IFD3: {
        GPSLatitudeRef: 'S',
        GPSLatitude: '36/1 36/1 0/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '72/1 6/1 0/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

export function makeCmykJpeg(): Promise<Buffer> {
  return canvas({}).toColourspace('cmyk').jpeg().toBuffer();
}

export function makeDeepPng(): Promise<Buffer> {
  return canvas({}).toColourspace('rgb16').png().toBuffer();
}

/** Returns an animation of two frames. */
export function makeAnimatedWebp(): Promise<Buffer> {
  return sharp(Buffer.alloc(16 * 32 * 3, 0).fill(255, 16 * 16 * 3), {
    raw: { width: 16, height: 32, channels: 3, pageHeight: 16 },
  })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
}

/** Returns noise, which no format can compress: a picture of some megabytes. */
export function makeNoise(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Returns pictures of nearly 5 MB, the maximum: a phone's photo (12 megapixels) and a drawing. */
export async function makeBigPictures() {
  const soft = { type: 'gaussian', mean: 128, sigma: 14 } as const;
  const photo = {
    create: { width: 4000, height: 3000, channels: 3, background: '#808080' },
  } as const;
  const grain = await sharp({ create: { ...photo.create, noise: soft } })
    .raw()
    .toBuffer();
  const taken = () => sharp(grain, { raw: { width: 4000, height: 3000, channels: 3 } });
  const drawing = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return {
    jpeg: await taken().jpeg({ quality: 91 }).toBuffer(),
    progressive: await taken().jpeg({ quality: 91, progressive: true }).toBuffer(),
    webp: await taken().webp({ quality: 88, effort: 0 }).toBuffer(),
    png: await sharp({
      create: { width: 1300, height: 1250, channels: 3, background: '#808080', noise: drawing },
    })
      .png()
      .toBuffer(),
  };
}

/** Returns a valid JPEG of exactly `bytes` bytes: comments are inserted after its first marker. */
export function padJpeg(jpeg: Buffer, bytes: number): Buffer {
  const comments: Buffer[] = [];
  let missing = bytes - jpeg.length;
  while (missing > 0) {
    const size = missing > 65_537 + 4 ? 65_537 : missing;
    if (size < 4 || size > 65_537) throw new Error(`cannot add ${size} bytes`);
    const comment = Buffer.alloc(size, 0x20);
    comment.writeUInt16BE(0xff_fe, 0);
    comment.writeUInt16BE(size - 2, 2);
    comments.push(comment);
    missing -= size;
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

type PngParts = {
  width: number;
  height: number;
  /** Bits per channel. */
  depth: number;
  /** 0 grey, 2 colour, 6 colour with transparency. */
  colourType: 0 | 2 | 6;
  isInterlaced?: boolean;
  exif?: Buffer | null;
  data: Buffer;
};

/** Returns a PNG file built by hand, whose header may differ from its data. */
export function pngFile({ width, height, depth, colourType, data, ...rest }: PngParts): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType, 0, 0, rest.isInterlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    ...(rest.exif ? [pngChunk('eXIf', rest.exif)] : []),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function forgePng(width: number, height: number, data: Buffer = deflateSync('')): Buffer {
  return pngFile({ width, height, depth: 8, colourType: 2, data });
}

/**
 * Returns a complete PNG of one grey, 1 bit per pixel: a few kilobytes for hundreds of megapixels.
 */
export function makeHugePng(side: number): Buffer {
  const rows = Buffer.alloc((Math.ceil(side / 8) + 1) * side);
  const data = deflateSync(rows, { level: 6 });
  return pngFile({ width: side, height: side, depth: 1, colourType: 0, data });
}
