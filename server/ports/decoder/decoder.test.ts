import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { makeScanBomb, makeZeroPng } from '#server/testing/bombs.ts';
import { childrenOf } from '#server/testing/children.ts';
import { makeJpeg, makeNoise } from '#server/testing/pictures.ts';
import type { Decoded, Decoder } from './decoder.ts';
import { openDecoder } from './open-decoder.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pines-decoder-'));
});
afterAll(() => rm(folder, { recursive: true }));

let count = 0;
async function request(picture: Buffer) {
  count += 1;
  const path = join(folder, String(count));
  await writeFile(path, picture);
  return {
    path,
    imagePath: `${path}-image`,
    thumbnailPath: `${path}-thumbnail`,
    square: { path: `${path}-square`, press: DEFAULT_PRESS },
  };
}

describe('the decoder', () => {
  let decoder: Decoder;
  beforeEach(() => {
    decoder = openDecoder();
  });
  afterEach(() => decoder.close());

  const decode = async (picture: Buffer, client = 'ana'): Promise<Decoded> =>
    decoder.makeCopies(await request(picture), client);

  test('does not call a picture broken whose file was lost', async () => {
    const job = await request(await makeJpeg({ width: 300, height: 150 }));
    await rm(job.path);
    expect(await decoder.makeCopies(job, 'ana')).toMatchObject({ refusal: 'unavailable' });
  });

  test('writes two copies and a square, and returns sizes and processor time', async () => {
    const job = await request(await makeJpeg({ width: 3000, height: 1500 }));
    const { spentMs, ...decoded } = await decoder.makeCopies(job, 'ana');
    expect(spentMs).toBeGreaterThan(0);
    const [image, thumbnail, square] = [
      await readFile(job.imagePath),
      await readFile(job.thumbnailPath),
      await readFile(job.square.path),
    ];
    expect(decoded).toEqual({
      copies: {
        subject: { kind: 'point', x: 0.5, y: 0.5 },
        width: 3000,
        height: 1500,
        imageBytes: image.length,
        thumbnailBytes: thumbnail.length,
        squareBytes: square.length,
      },
    });
    expect(await sharp(image).metadata()).toMatchObject({ width: 1400, height: 700 });
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 480, height: 240 });
    expect(await sharp(square).metadata()).toMatchObject({
      format: 'jpeg',
      width: 128,
      height: 128,
    });
  });

  test('refuses a JPEG of many scans, and a PNG of one line or column, by its header alone', async () => {
    for (const bomb of [
      makeScanBomb(6300, 4),
      makeZeroPng({ width: 40_000_000, height: 1 }),
      makeZeroPng({ width: 1, height: 70_000 }),
    ]) {
      const { spentMs, ...decoded } = await decode(bomb);
      expect(decoded).toEqual({ refusal: 'image_too_complex' });
      expect(spentMs).toBeLessThan(1000);
    }
  });

  test('heavy pictures of one client do not delay another', async () => {
    const heavy = makeZeroPng({ width: 4100, height: 4100, isInterlaced: true });
    const ended: string[] = [];
    const flood = Array.from({ length: 3 }, () =>
      decode(heavy, 'flood').then((decoded) => {
        expect(decoded).toHaveProperty('copies');
        ended.push('heavy');
      }),
    );
    const honest = decode(await makeJpeg(), 'ana').then(() => ended.push('ana'));
    await Promise.all([...flood, honest]);
    expect(ended.indexOf('ana')).toBeLessThanOrEqual(1);
  });

  test('a killed decoder process loses one picture only', async () => {
    const [lost] = await Promise.all([
      decode(await makeNoise(1500, 1200)),
      vi.waitFor(() => killOne(), { timeout: 10_000, interval: 5 }),
    ]);
    expect(lost).toMatchObject({ refusal: 'unavailable' });
    expect(await decode(await makeJpeg())).toHaveProperty('copies');
  });

  test('passes no environment variables to its processes', async () => {
    vi.stubEnv('AUTH_SECRET', 'the-secret-of-the-shop');
    await decode(await makeJpeg());
    const [child = 0] = childrenOf(process.pid);
    const environment = await readFile(`/proc/${child}/environ`, 'latin1');
    expect(environment).toContain('MALLOC_ARENA_MAX');
    expect(environment).not.toContain('the-secret-of-the-shop');
    vi.unstubAllEnvs();
  });

  test('ends its processes when it is closed', async () => {
    await Promise.all([decode(await makeJpeg()), decode(await makeJpeg())]);
    expect(childrenOf(process.pid).length).toBeGreaterThan(0);
    await decoder.close();
    expect(childrenOf(process.pid)).toEqual([]);
    expect(await decode(await makeJpeg())).toMatchObject({ refusal: 'unavailable' });
  });
});

function killOne(): void {
  const [child] = childrenOf(process.pid);
  if (child === undefined) throw new Error('no decoder yet');
  process.kill(child, 'SIGKILL');
}

test('a decoder without pictures leaves no process behind', async () => {
  const decoder = openDecoder({ idleMs: 20 });
  await decoder.makeCopies(await request(await makeJpeg()), 'ana');
  await vi.waitFor(() => expect(childrenOf(process.pid)).toEqual([]), 5000);
  await decoder.close();
});

test('one picture after the other uses one process', async () => {
  const decoder = openDecoder({ idleMs: 500 });
  const picture = await request(await makeJpeg());
  const decode = () => decoder.makeCopies(picture, 'ana');
  await Promise.all([decode(), decode()]);
  expect(childrenOf(process.pid)).toHaveLength(2);
  // Repeated: Linux may leave out a child while a process beside it ends.
  await vi.waitFor(
    async () => {
      await decode();
      expect(childrenOf(process.pid)).toHaveLength(1);
    },
    { timeout: 20_000, interval: 20 },
  );
  await decoder.close();
});

describe('a picture that costs more than its header shows', () => {
  const KEPT = 400 * 1024 ** 2;
  /** Less memory than a process uses before it has a picture. */
  const NONE = 1024 ** 2;

  test('is decoded again while no other heavy one is', async () => {
    const decoder = openDecoder({ maxResidentBytes: { light: NONE, heavy: KEPT } });
    const job = await request(await makeNoise(1500, 1200));
    expect(await decoder.makeCopies(job, 'ana')).toHaveProperty('copies');
    await decoder.close();
  });

  test('is refused above the last limit', async () => {
    const decoder = openDecoder({ maxResidentBytes: { light: NONE, heavy: NONE } });
    const job = await request(await makeNoise(1500, 1200));
    expect(await decoder.makeCopies(job, 'ana')).toMatchObject({ refusal: 'image_too_complex' });
    await decoder.close();
  });
});

test('a client whose pictures all wait already is refused: busy', async () => {
  const decoder = openDecoder({ waitingPerClient: 2 });
  const picture = await request(await makeNoise(120, 120));
  const calls = Array.from({ length: 6 }, () => decoder.makeCopies(picture, 'flood'));
  const results = await Promise.allSettled(calls);
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(2);
  expect(refused[0]).toMatchObject({ reason: { code: 'busy', details: { retryAfterS: 5 } } });
  await decoder.close();
});

test('two pictures are decoded at once, never more', async () => {
  const decoder = openDecoder();
  const picture = await request(await makeNoise(120, 120));
  let max = 0;
  const watch = setInterval(() => {
    max = Math.max(max, childrenOf(process.pid).length);
  }, 5);
  await Promise.all(Array.from({ length: 5 }, () => decoder.makeCopies(picture, 'ana')));
  clearInterval(watch);
  expect(max).toBe(2);
  await decoder.close();
});
