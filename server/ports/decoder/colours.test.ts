import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Crop, frontOf, MIDDLE_CROP } from '#domain/pins/crops.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { startCrop } from '#domain/pins/start-crop.ts';
import { makeQuarters, QUARTERS, readQuarters } from '#server/testing/quarters.ts';
import { LONG, SEED } from '#server/testing/seed.ts';
import { type Decoder, SQUARE_SIDE } from './decoder.ts';
import { openDecoder } from './open-decoder.ts';

/** Maximum difference of a quarter's mean colour, of 255: what an eye cannot tell. */
const MAX_DIFFERENCE = 2;
const FIELD = join(import.meta.dirname, '..', '..', 'testing', 'field');

/** The mean colours of a picture's quarters, in the order of `QUARTERS`. */
type Means = readonly (readonly number[])[];

function differenceOf(one: Means, other: Means): number {
  const distances = one.flatMap((colour, quarter) =>
    colour.map((part, at) => Math.abs(part - (other[quarter]?.[at] ?? Number.NaN))),
  );
  return Math.max(...distances);
}

describe('a picture is shown as it is printed:', () => {
  let decoder: Decoder;
  let folder = '';
  beforeAll(async () => {
    decoder = openDecoder();
    folder = await mkdtemp(join(tmpdir(), 'pines-colours-'));
  });
  afterAll(async () => {
    await decoder.close();
    await rm(folder, { recursive: true });
  });

  /** Returns the quarters of everything that is drawn of a picture, and its upright size. */
  async function drawAll(file: Buffer) {
    const path = join(folder, 'picture');
    await writeFile(path, file);
    const { copies, ...refusal } = {
      copies: undefined,
      ...(await decoder.makeCopies(
        {
          path,
          imagePath: `${path}-image`,
          thumbnailPath: `${path}-thumbnail`,
          square: { path: `${path}-square`, press: DEFAULT_PRESS },
        },
        'ana',
      )),
    };
    if (!copies) throw new Error(JSON.stringify(refusal));
    const { width, height } = copies;
    const { subject } = copies;
    const pin = { press: DEFAULT_PRESS };
    const mailed = await decoder.makeSquare({
      picture: path,
      crop: frontOf(startCrop({ width, height }, subject, pin), pin),
      side: SQUARE_SIDE,
      format: 'png',
    });
    const drawn = await decoder.makeSquare({
      picture: path,
      crop: wholeOf({ width, height }),
      side: 420,
      format: 'jpeg',
      quality: 92,
    });
    const scale = 420 / Math.max(width, height);
    const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
    const print = await sharp(drawn)
      .extract({ left: (420 - across) >> 1, top: (420 - down) >> 1, width: across, height: down })
      .png()
      .toBuffer();
    return {
      size: { width, height },
      print: await readQuarters(print),
      image: await readQuarters(await readFile(`${path}-image`)),
      thumbnail: await readQuarters(await readFile(`${path}-thumbnail`)),
      mailed: await readQuarters(mailed),
      square: await readQuarters(await readFile(`${path}-square`)),
    };
  }

  async function expectAlike(file: Buffer) {
    const { print, image, thumbnail, square, mailed, ...rest } = await drawAll(file);
    expect(differenceOf(square, mailed)).toBeLessThanOrEqual(MAX_DIFFERENCE);
    expect(differenceOf(image, print)).toBeLessThanOrEqual(MAX_DIFFERENCE);
    expect(differenceOf(thumbnail, print)).toBeLessThanOrEqual(MAX_DIFFERENCE);
    return { print, ...rest };
  }

  test('every kind of file, upright', { timeout: 120_000 }, async () => {
    // The short form draws an eighth of the kinds, others in each run.
    const kinds = (await makeQuarters()).filter((_, at) => LONG || at % 8 === SEED % 8);
    for (const { name, file, size, colours } of kinds) {
      const drawn = await expectAlike(file).catch((cause: unknown) => {
        throw new Error(name, { cause });
      });
      expect({ name, ...drawn.size }).toEqual({ name, ...size });
      if (colours) expect.soft(differenceOf(drawn.print, colours), name).toBeLessThan(5);
    }
  });

  test('files from the field', { timeout: 120_000 }, async () => {
    const pictures = (await readdir(FIELD)).filter((name) => /\.(jpg|png|webp)$/.test(name));
    expect(pictures.length).toBeGreaterThanOrEqual(7);
    const drawn = new Map<string, Awaited<ReturnType<typeof expectAlike>>>();
    for (const name of pictures) {
      drawn.set(name, await expectAlike(await readFile(join(FIELD, name))));
    }
    const turned = [2, 0, 3, 1].map((at) => QUARTERS[at] ?? []);
    for (const name of ['jpeg-orientation-6.jpg', 'webp-exif-orientation-6.webp']) {
      expect(drawn.get(name)?.size).toEqual({ width: 300, height: 360 });
      expect(differenceOf(drawn.get(name)?.print ?? [], turned)).toBeLessThan(3);
    }
    const light = [
      [213, 144, 133],
      [144, 196, 153],
      [133, 153, 213],
      [219, 203, 133],
    ];
    expect(differenceOf(drawn.get('png-gamma-1.png')?.print ?? [], light)).toBeLessThan(3);
    for (const name of ['control.png', 'jpeg-no-eoi.jpg']) {
      expect(differenceOf(drawn.get(name)?.print ?? [], QUARTERS)).toBeLessThan(3);
    }
  });
});

function wholeOf({ width, height }: { width: number; height: number }): Crop {
  return { ...MIDDLE_CROP, diameter: Math.max(width, height) / Math.min(width, height) };
}
