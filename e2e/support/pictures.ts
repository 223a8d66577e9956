import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** A file as a browser's picker takes it. */
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

/** A picture of noise, which does not compress: its file is as large as a camera's. */
export async function makeLargeJpeg(name: string, bytes: number): Promise<PickedFile> {
  const [width, height] = [2400, 1800];
  const raw = randomBytes(width * height * 3);
  const image = sharp(raw, { raw: { width, height, channels: 3 } });
  const buffer = await image.jpeg({ quality: 60 }).toBuffer();
  // A JPEG ends at its end mark: what follows is padding to the exact size.
  return { name, mimeType: 'image/jpeg', buffer: pad(buffer, bytes) };
}

function pad(buffer: Buffer, bytes: number): Buffer {
  return buffer.length >= bytes
    ? buffer
    : Buffer.concat([buffer, Buffer.alloc(bytes - buffer.length)]);
}

export const makeThree = () => Promise.all([makeJpeg(), makePng(), makeWebp()]);
