import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Subject } from '#domain/pins/start-crop.ts';
import { createRandom } from '#server/demo/invent-order.ts';
import { someOf } from '#server/testing/seed.ts';
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

/** Soft spots of many shades, like a part out of focus. */
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

test.each(
  someOf(
    [
      ['left', 60, 1 / 3],
      ['right', 980, 2 / 3],
    ],
    2,
  ),
)('in a photo the subject is the red thing on the %s', async (_side, left, nearest) => {
  const photo = (await makeBlur(1200, 800)).composite([
    { input: block(160, 160, '#e01010'), left, top: 300 },
  ]);
  const subject = await findSubject(await photo.jpeg().toBuffer());
  expect(subject.kind).toBe('point');
  expect(Math.abs(subject.x - nearest)).toBeLessThan(0.1);
});

test.each(
  someOf(
    [
      ['top', 80, 1 / 3],
      ['bottom', 960, 2 / 3],
    ],
    2,
  ),
)('in a high photo the subject is the striped thing at the %s', async (_side, top, nearest) => {
  const stripes = Array.from({ length: 5 }, (_, index) => ({
    input: block(160, 16, '#202020'),
    left: 320,
    top: top + 32 * index,
  }));
  const photo = (await makeBlur(800, 1200)).composite(stripes);
  const subject = await findSubject(await photo.jpeg().toBuffer());
  expect(subject).toMatchObject({ kind: 'point', x: 0.5 });
  expect(Math.abs(subject.y - nearest)).toBeLessThan(0.1);
});

/** A simply drawn face with hair, a fifth of the photo wide. */
const FACE = Buffer.from(`<svg width="300" height="400">
  <ellipse cx="150" cy="180" rx="135" ry="170" fill="#4a3020"/>
  <ellipse cx="150" cy="210" rx="105" ry="145" fill="#e0b090"/>
  <path d="M80 165q25-18 50 0M170 165q25-18 50 0" stroke="#4a3020" stroke-width="10" fill="none"/>
  <ellipse cx="105" cy="190" rx="20" ry="11" fill="#fff"/><circle cx="105" cy="190" r="10" fill="#302010"/>
  <ellipse cx="195" cy="190" rx="20" ry="11" fill="#fff"/><circle cx="195" cy="190" r="10" fill="#302010"/>
  <path d="M150 195l-16 62q16 10 32 0z" fill="#c89070"/>
  <path d="M105 292q45 34 90 0q-45 8-90 0z" fill="#b04040"/></svg>`);

test.each(
  someOf(
    [
      ['left', 60, 1000],
      ['right', 1040, 60],
    ],
    2,
  ),
)('a face on the %s has priority over any detail elsewhere', async (_side, left, beside) => {
  const face = await sharp(FACE).png().toBuffer();
  const fence = Array.from({ length: 8 }, (_, index) => ({
    input: block(12, 300, '#101010'),
    left: beside + 36 * index,
    top: 300,
  }));
  const photo = (await makeBlur(1400, 800)).composite([...fence, { input: face, left, top: 200 }]);
  const subject = await findSubject(await photo.jpeg().toBuffer());
  expect(subject.x).toBeCloseTo((left + 150) / 1400, 1);
  const heads = subject.kind === 'point' && subject.heads;
  if (!heads) throw new Error('no heads');
  expect(heads.left + heads.width / 2).toBeCloseTo((left + 150) / 1400, 1);
  expect(heads.top + heads.height / 2).toBeCloseTo(400 / 800, 1);
  expect(heads.width).toBeLessThan(0.4);
});

test('a picture that was cut out is shown whole, by its visible pixels, on white', async () => {
  const badge = ground(900, 600, '#00000000').composite([
    { input: block(300, 300, '#1040c0'), left: 500, top: 200 },
  ]);
  const subject = await findSubject(await badge.png().toBuffer());
  expect(subject).toMatchObject({ kind: 'whole', background: '#ffffff' });
  expect(subject.x).toBeCloseTo(650 / 900, 1);
  expect(subject.y).toBeCloseTo(350 / 600, 1);
  // The square's diagonal, as a fraction of the shorter side.
  expect('diameter' in subject && subject.diameter).toBeCloseTo((300 * Math.SQRT2) / 600, 1);
});

test('a light one gets a dark background', async () => {
  const badge = ground(400, 400, '#00000000').composite([
    { input: block(200, 100, '#fffff0'), left: 100, top: 150 },
  ]);
  expect(await findSubject(await badge.png().toBuffer())).toMatchObject({
    kind: 'whole',
    background: '#222222',
  });
});

test('a drawing on a plain background is shown whole, on the colour of its edges', async () => {
  const logo = ground(1200, 400, '#0a2a6b').composite([
    { input: block(900, 60, '#ffcc00'), left: 100, top: 100 },
  ]);
  const subject = await findSubject(await logo.flatten().jpeg({ quality: 90 }).toBuffer());
  expect(subject.kind).toBe('whole');
  expect(subject.x).toBeCloseTo(550 / 1200, 1);
  expect('background' in subject && subject.background).toMatch(/^#0[89ab]2[89ab]6[9abcd]$/);
});

test('a wide drawing up to its edges is shown whole; a square one of the same is not', async () => {
  const flag = (width: number) =>
    ground(width, 600, '#ffffff')
      .composite([{ input: block(width, 300, '#d52b1e'), left: 0, top: 300 }])
      .png()
      .toBuffer();
  expect(await findSubject(await flag(900))).toMatchObject({ kind: 'whole', x: 0.5, y: 0.5 });
  expect(await findSubject(await flag(600))).toMatchObject({ kind: 'point' });
});

test.each([50, 1])('a picture of one colour and %i pixels a side is centred', async (side) => {
  const subject = await findSubject(await ground(side, side, '#ff0000').png().toBuffer());
  expect(subject).toEqual({ kind: 'point', x: 0.5, y: 0.5 });
});
