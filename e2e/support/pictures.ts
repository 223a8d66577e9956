import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** A file in the format of a browser's file picker. */
export type PickedFile = { name: string; mimeType: string; buffer: Buffer };

type Look = { width?: number; height?: number; color?: string };

const canvas = ({ width = 700, height = 700, color = '#c8203f' }: Look) =>
  sharp({ create: { width, height, channels: 3, background: color } });

export async function makeJpeg(name = 'gato.jpg', look: Look = {}): Promise<PickedFile> {
  return { name, mimeType: 'image/jpeg', buffer: await canvas(look).jpeg().toBuffer() };
}

export async function makePng(name = 'escudo.png', look: Look = {}): Promise<PickedFile> {
  return { name, mimeType: 'image/png', buffer: await canvas(look).png().toBuffer() };
}

export async function makeWebp(name = 'flor.webp', look: Look = {}): Promise<PickedFile> {
  return { name, mimeType: 'image/webp', buffer: await canvas(look).webp().toBuffer() };
}

/** Position of the face in a portrait, in fractions of its width and height. */
export const FACE = { x: 0.7, y: 0.3 };

/** An upright photo of a phone, with a face: by default to the right above the centre. */
export async function makePortrait(
  name = 'retrato.jpg',
  width = 1500,
  face = FACE,
): Promise<PickedFile> {
  const height = (width * 4) / 3;
  const [x, y] = [face.x * 90, face.y * 120];
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 90 120">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#8fc7e8"/><stop offset="1" stop-color="#f6dfae"/></linearGradient></defs>
    <rect width="90" height="120" fill="url(#sky)"/>
    <path d="M0 78l22-26 16 18 14-12 38 30v32H0z" fill="#5c8a5a"/>
    <path d="M${x - 24} 120q0-50 24-50t24 50z" fill="#c8203f"/>
    <ellipse cx="${x}" cy="${y}" rx="15" ry="19" fill="#e8b48c"/>
    <path d="M${x - 16} ${y - 2}q-2-20 16-20t16 20q-6-10-16-10t-16 10z" fill="#3a2418"/>
    <circle cx="${x - 6}" cy="${y - 2}" r="1.8"/><circle cx="${x + 6}" cy="${y - 2}" r="1.8"/>
    <path d="M${x - 6} ${y + 8}q6 5 12 0" fill="none" stroke="#8a3a2a" stroke-width="1.6" stroke-linecap="round"/>
  </svg>`;
  const buffer = await sharp(Buffer.from(drawing)).jpeg({ quality: 90 }).toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** A drawing on a transparent background, three times as wide as high. */
export async function makeLogo(name = 'logo.png'): Promise<PickedFile> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1500" height="500" viewBox="0 0 150 50">
    <path d="M12 6h26v22q0 12-13 17-13-5-13-17z" fill="#2c43b0"/>
    <path d="M25 14l3 7h7l-6 4 3 7-7-4-7 4 3-7-6-4h7z" fill="#ffc845"/>
    <path d="M50 16h90M50 27h70M50 38h82" stroke="#2b1637" stroke-width="6" stroke-linecap="round"/>
  </svg>`;
  return {
    name,
    mimeType: 'image/png',
    buffer: await sharp(Buffer.from(drawing)).png().toBuffer(),
  };
}

/** A picture of noise, which does not compress: its file is as large as a camera's. */
export async function makeLargeJpeg(name: string, bytes: number): Promise<PickedFile> {
  const [width, height] = [2400, 1800];
  const raw = randomBytes(width * height * 3);
  const image = sharp(raw, { raw: { width, height, channels: 3 } });
  const buffer = await image.jpeg({ quality: 60 }).toBuffer();
  // A JPEG ends at its end marker: padding fills it to the exact size.
  return { name, mimeType: 'image/jpeg', buffer: pad(buffer, bytes) };
}

function pad(buffer: Buffer, bytes: number): Buffer {
  return buffer.length >= bytes
    ? buffer
    : Buffer.concat([buffer, Buffer.alloc(bytes - buffer.length)]);
}

export const makeThree = () => Promise.all([makeJpeg(), makePng(), makeWebp()]);
