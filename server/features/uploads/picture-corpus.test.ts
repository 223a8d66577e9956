import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeZeroPng } from '#server/testing/bombs.ts';
import { uploaded } from '#server/testing/client.ts';
import {
  makeAnimatedWebp,
  makeCmykJpeg,
  makeDeepPng,
  makeJpeg,
  makePhonePhoto,
  makePng,
  makeWebp,
  padJpeg,
} from '#server/testing/pictures.ts';
import { LONG, report, SEED } from '#server/testing/seed.ts';
import { openShop, type TestShop } from '#server/testing/shop.ts';

const SCRIPT = '<script>alert(1)</script>';
const MUTATED_FILES = LONG ? 3000 : 15;
const MUTATION_MINUTES = LONG ? 20 : 2;

describe('strange pictures', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openShop('sqlite');
  });
  afterAll(() => shop.close());

  async function shownOf(picture: Buffer): Promise<Buffer> {
    const { imageUrl } = uploaded(await shop.upload(picture));
    return Buffer.from(await (await shop.fetch(imageUrl)).arrayBuffer());
  }

  const firstPixel = async (picture: Buffer, options = {}) => [
    ...(await sharp(picture, options).removeAlpha().raw().toBuffer()).subarray(0, 3),
  ];

  test('of Display P3 are shown in the right colours', async () => {
    const colour = { r: 200, g: 60, b: 40 };
    const picture = await sharp({
      create: { width: 64, height: 64, channels: 3, background: colour },
    })
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const stored = await firstPixel(await sharp(picture).keepIccProfile().png().toBuffer(), {
      ignoreIcc: true,
    });
    expect(Math.abs((stored[0] ?? 0) - colour.r)).toBeGreaterThan(8);
    const shown = await firstPixel(await shownOf(picture));
    for (const [at, value] of Object.values(colour).entries()) {
      expect(Math.abs((shown[at] ?? 0) - value)).toBeLessThanOrEqual(6);
    }
  });

  test.each([
    ['a page behind a JPEG', async () => Buffer.concat([await makeJpeg(), Buffer.from(SCRIPT)])],
    ['a ZIP behind a PNG', async () => Buffer.concat([await makePng(), Buffer.from('PK\x03\x04')])],
    ['a page in a JPEG comment', async () => commented(await makeJpeg(), SCRIPT)],
    ['a megabyte of comments', async () => padJpeg(await makeJpeg(), 1_000_000)],
    [
      'EXIF of 60 kB',
      async () =>
        sharp(await makeJpeg())
          .withExif({ IFD0: { ImageDescription: SCRIPT.repeat(2400) } })
          .toBuffer(),
    ],
  ])('with %s are shown without it', async (_name, make) => {
    const shown = await shownOf(await make());
    expect((await sharp(shown).metadata()).format).toBe('webp');
    expect(shown.length).toBeLessThan(10_000);
    expect(shown.includes(SCRIPT)).toBe(false);
  });

  test.each(['../../../etc/passwd', '..\\..\\shop.sqlite', 'a\0.jpg', 'CON', 'x'.repeat(5000)])(
    'named %j lie where all others do',
    async (name) => {
      const before = (await shop.storedFiles()).length;
      const answer = await shop.upload(await makeJpeg(), { name });
      expect([201, 400]).toContain(answer.status);
      const files = await shop.storedFiles();
      expect(files).toHaveLength(before + (answer.status === 201 ? 4 : 0));
      for (const file of files)
        expect(file).toMatch(/^[\w-]{24}(\.original|(-mini)?\.webp|-pin\.jpg)$/);
    },
  );

  test('changed at random are accepted or refused, never a failure', {
    timeout: MUTATION_MINUTES * 60_000,
  }, async () => {
    const sources = await Promise.all([
      makeJpeg({ width: 200, height: 100 }),
      makePng({ width: 100, height: 200 }),
      makeWebp({ width: 50, height: 50 }),
      makePhonePhoto(),
      makeCmykJpeg(),
      makeDeepPng(),
      makeAnimatedWebp(),
      makeZeroPng({ width: 60, height: 60, depth: 16, isInterlaced: true, isTurned: true }),
    ]);
    const share = fc.noBias(fc.nat(999_999)).map((millionths) => millionths / 1e6);
    const changed = fc.record({
      source: fc.constantFrom(...sources),
      changes: fc.array(fc.record({ at: share, byte: fc.nat(255) }), { maxLength: 8 }),
      length: fc.oneof({ arbitrary: fc.constant(1), weight: 3 }, share),
      tail: fc.uint8Array({ maxLength: 50 }),
    });
    const statuses = new Map<number, number>();
    const property = fc.asyncProperty(changed, async ({ source, changes, length, tail }) => {
      const bytes = Buffer.from(source);
      for (const { at, byte } of changes) bytes[Math.floor(at * bytes.length)] = byte;
      const cut = bytes.subarray(0, Math.ceil(length * bytes.length));
      const { status, body } = await shop.upload(Buffer.concat([cut, tail]));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect([201, 400, 415]).toContain(status);
      expect(body.success).toBe(status === 201);
    });
    await fc.assert(property, { numRuns: MUTATED_FILES, seed: SEED, endOnFailure: true });
    report(`Pictures changed at random (TEST_SEED=${SEED}): ${JSON.stringify([...statuses])}`);
    expect(await shop.arrivingFiles()).toEqual([]);
    uploaded(await shop.upload(await makeJpeg()));
  });
});

function commented(jpeg: Buffer, comment: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(comment), jpeg.subarray(2)]);
}
