import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Subject } from '#domain/start-crop.ts';
import { createRandom } from '../../demo/random.ts';
import type { Decoder } from './decoder.ts';
import { openDecoder } from './open-decoder.ts';

let folder = '';
let decoder: Decoder;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pines-subject-'));
  decoder = openDecoder();
});
afterAll(async () => {
  await decoder.close();
  await rm(folder, { recursive: true });
});

async function findSubject(picture: Buffer): Promise<Subject> {
  const path = join(folder, 'picture');
  await writeFile(path, picture);
  const files = { path, imagePath: `${path}-image`, thumbnailPath: `${path}-thumbnail` };
  const decoded = await decoder.makeCopies(files, 'ana');
  if ('refusal' in decoded) throw new Error(decoded.refusal);
  return decoded.copies.subject;
}

/** Soft spots of many shades, as out of focus. */
async function makeBlur(width: number, height: number) {
  const random = createRandom(7);
  const few = { width: 12, height: 8, channels: 3 } as const;
  const shades = Uint8Array.from({ length: 12 * 8 * 3 }, () => random.whole(80, 176));
  const file = await sharp(shades, { raw: few }).png().toBuffer();
  return sharp(file).resize({ width, height, fit: 'fill' });
}
const block = (width: number, height: number, background: string): OverlayOptions['input'] => ({
  create: { width, height, channels: 4, background },
});
const ground = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } });

test.each([
  ['left', 60, 140 / 1200],
  ['right', 980, 1060 / 1200],
])('in a photo the eye goes to the red thing on the %s', async (_side, left, middle) => {
  const blur = await makeBlur(1200, 800);
  const photo = blur.composite([{ input: block(160, 160, '#e01010'), left, top: 300 }]);
  const subject = await findSubject(await photo.jpeg().toBuffer());
  expect(subject.kind).toBe('point');
  expect(Math.abs(subject.x - middle)).toBeLessThan(0.15);
});

test('a picture that was cut out is seen whole, by what is visible of it, on paper', async () => {
  const badge = ground(900, 600, '#00000000').composite([
    { input: block(300, 300, '#1040c0'), left: 500, top: 200 },
  ]);
  const subject = await findSubject(await badge.png().toBuffer());
  expect(subject).toMatchObject({ kind: 'whole', background: '#ffffff' });
  expect(subject.x).toBeCloseTo(650 / 900, 1);
  expect(subject.y).toBeCloseTo(350 / 600, 1);
  // The square's diagonal, of the shorter side.
  expect('diameter' in subject && subject.diameter).toBeCloseTo((300 * Math.SQRT2) / 600, 1);
});

test('a light one is put on a dark ground', async () => {
  const badge = ground(400, 400, '#00000000').composite([
    { input: block(200, 100, '#fffff0'), left: 100, top: 150 },
  ]);
  expect(await findSubject(await badge.png().toBuffer())).toMatchObject({
    kind: 'whole',
    background: '#222222',
  });
});

test('a drawing on a plain ground is seen whole, on the colour of its edges', async () => {
  const logo = ground(1200, 400, '#0a2a6b').composite([
    { input: block(900, 60, '#ffcc00'), left: 100, top: 100 },
  ]);
  const subject = await findSubject(await logo.flatten().jpeg({ quality: 90 }).toBuffer());
  expect(subject.kind).toBe('whole');
  expect(subject.x).toBeCloseTo(550 / 1200, 1);
  expect('background' in subject && subject.background).toMatch(/^#0[89ab]2[89ab]6[9abcd]$/);
});

test('a wide drawing up to its edges is seen whole; a square one of the same is not', async () => {
  const flag = (width: number) =>
    ground(width, 600, '#ffffff')
      .composite([{ input: block(width, 300, '#d52b1e'), left: 0, top: 300 }])
      .png()
      .toBuffer();
  expect(await findSubject(await flag(900))).toMatchObject({ kind: 'whole', x: 0.5, y: 0.5 });
  expect(await findSubject(await flag(600))).toMatchObject({ kind: 'point' });
});

test.each([50, 1])('a picture of one colour and %i pixels a side has its middle', async (side) => {
  const subject = await findSubject(await ground(side, side, '#ff0000').png().toBuffer());
  expect(subject).toEqual({ kind: 'point', x: 0.5, y: 0.5 });
});
