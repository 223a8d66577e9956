import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { collect } from '#server/testing/collect.ts';
import { moveFiles } from './move-files.ts';
import { diskStorage, withFallback } from './open-storage.ts';
import type { FilePlace } from './storage.ts';

let folder: string;
let from: FilePlace;
let to: FilePlace;
let files: Map<string, Buffer>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pines-move-'));
  from = diskStorage(join(folder, 'from'), join(folder, 'drafts'));
  to = diskStorage(join(folder, 'to'), join(folder, 'drafts'));
  files = new Map(Array.from({ length: 30 }, () => [`${randomUUID()}.webp`, randomBytes(5000)]));
  for (const [key, bytes] of files) await from.put(key, bytes);
});
afterEach(() => rm(folder, { recursive: true }));

const move = (parts: Partial<Parameters<typeof moveFiles>[0]> = {}) =>
  moveFiles({ from, to, scratchDir: join(folder, 'scratch'), onProgress: () => {}, ...parts });

async function read(place: FilePlace, key: string): Promise<Buffer | null> {
  const file = await place.open(key);
  return file && buffer(file.stream);
}

async function expectAllMoved(): Promise<void> {
  for (const [key, bytes] of files) expect(await read(to, key)).toEqual(bytes);
  expect(await collect(from.keys())).toEqual([]);
  expect((await collect(to.keys())).sort()).toEqual([...files.keys()].sort());
  expect(await readdir(join(folder, 'scratch'))).toEqual([]);
}

test('moves every file, byte for byte', async () => {
  expect(await move()).toEqual({ moved: 30, bytes: 150_000, gone: 0, differ: [] });
  await expectAllMoved();
});

test('continues where it stopped, also with files that were copied and not removed', async () => {
  let left = 10;
  const failing: FilePlace = {
    ...to,
    putFile: async (key, path) => {
      left -= 1;
      if (left < 0) throw new Error('the server is away');
      await to.putFile(key, path);
    },
  };
  await expect(move({ to: failing })).rejects.toThrow('the server is away');
  const [copied = ''] = await collect(from.keys());
  await to.put(copied, files.get(copied) ?? Buffer.alloc(0));
  await move();
  await expectAllMoved();
});

test('does not remove a file whose copy differs, and names it', async () => {
  const spoiling: FilePlace = { ...to, putFile: (key) => to.put(key, Buffer.from('spoilt')) };
  await expect(move({ to: spoiling })).rejects.toThrow(/\.webp came out different$/);
  expect(await collect(from.keys())).toHaveLength(30);
});

test('does not move a file when another one at the target has its name', async () => {
  const [key = ''] = files.keys();
  await to.put(key, Buffer.from('another'));
  expect(await move()).toMatchObject({ moved: 29, differ: [key] });
  expect(String(await read(to, key))).toBe('another');
  expect(await read(from, key)).toEqual(files.get(key));
});

test('a file that the shop removes meanwhile does not come back', async () => {
  const shop = withFallback(to, from);
  const [early = '', late = ''] = files.keys();
  const removing: FilePlace = {
    ...to,
    putFile: async (key, path) => {
      if (key === early) await shop.remove(key);
      await to.putFile(key, path);
      if (key === late) await shop.remove(key);
    },
  };
  expect(await move({ to: removing })).toMatchObject({ moved: 28, gone: 2 });
  expect([await shop.open(early), await shop.open(late)]).toEqual([null, null]);
});

test('the shop finds every file at any moment', async () => {
  const shop = withFallback(to, from);
  let isOver = false;
  const looking = (async () => {
    for (let looks = 0; !isOver || looks === 0; looks += 1) {
      for (const [key, bytes] of files) {
        const file = await shop.open(key);
        expect(file && (await buffer(file.stream))).toEqual(bytes);
      }
    }
  })();
  await move();
  isOver = true;
  await looking;
});
