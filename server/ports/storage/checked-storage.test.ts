import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRandom, withFlippedByte } from '#server/testing/flip.ts';
import { SEED } from '#server/testing/seed.ts';
import { openShop, type TestShop } from '#server/testing/shop.ts';
import { checkedStorage } from './checked-storage.ts';
import { fileHashes } from './file-hashes.ts';
import { diskStorage } from './open-storage.ts';
import type { Storage } from './storage.ts';

const MB = 1024 ** 2;

describe('a storage that checks its files', () => {
  let shop: TestShop;
  let folder: string;
  let damaged: string[];
  let storage: Storage;
  let opened = 0;
  beforeEach(async () => {
    shop = await openShop('sqlite');
    folder = await mkdtemp(join(tmpdir(), 'pines-checked-'));
    damaged = [];
    const disk = diskStorage(join(folder, 'files'), join(folder, 'scratch'));
    const open: Storage['open'] = async (...given) => {
      opened += 1;
      return disk.open(...given);
    };
    storage = checkedStorage({ ...disk, open }, fileHashes(shop.context.db), (file) =>
      damaged.push(file),
    );
  });
  afterEach(async () => {
    await shop.close();
    await rm(folder, { recursive: true });
  });

  const read = async (key: string) => {
    const file = await storage.open(key);
    return file && buffer(file.stream);
  };

  test.each([
    ['a small file', 1],
    ['the largest that is read once', MB],
    ['a large file', MB + 1],
    ['a much larger file', 3 * MB],
  ])('gives %s whole, and no damaged one', async (_, size) => {
    const stored = { 'put.bin': randomBytes(size), 'moved.bin': randomBytes(size) };
    await storage.put('put.bin', stored['put.bin']);
    const path = join(folder, 'arriving');
    await writeFile(path, stored['moved.bin']);
    await storage.putFile('moved.bin', path);
    for (const [key, bytes] of Object.entries(stored)) {
      expect([key, (await read(key))?.equals(bytes)]).toEqual([key, true]);
      const file = await pathOf(key);
      await withFlippedByte(file, createRandom(SEED), async () =>
        expect([key, (await read(key)) === null]).toEqual([key, true]),
      );
      await writeFile(file, bytes.subarray(1));
      expect([key, (await read(key)) === null]).toEqual([key, true]);
      expect(damaged.splice(0)).toEqual([key, key]);
    }
  });

  test('keeps in memory what 64 readers at most have not taken', async () => {
    await storage.put('a.bin', randomBytes(MB));
    opened = 0;
    const files = await Promise.all(Array.from({ length: 70 }, () => storage.open('a.bin')));
    expect(opened).toBe(64 + 6 * 2);
    const parts = files.map((file) => file?.stream.readableHighWaterMark ?? 0);
    expect(Math.max(...parts)).toBe(64 * 1024);
    for (const file of files) file?.stream.destroy();
    await vi.waitFor(async () => {
      opened = 0;
      expect([(await read('a.bin'))?.length, opened]).toEqual([MB, 1]);
    });
  });

  test('gives a file without a hash as it is, and none that is missing', async () => {
    await storage.put('known.bin', Buffer.from('bytes'));
    await fileHashes(shop.context.db).forget('known.bin');
    expect(await read('known.bin')).toEqual(Buffer.from('bytes'));
    expect(await read('missing.bin')).toBeNull();
    expect(damaged).toEqual([]);
  });

  test('shows files unchecked while the database does not answer', async () => {
    await storage.put('known.bin', Buffer.from('bytes'));
    const { schema } = shop.context.db.queries;
    await schema.alterTable('file_hashes').renameTo('out_of_reach').execute();
    expect(await read('known.bin')).toEqual(Buffer.from('bytes'));
    await schema.alterTable('out_of_reach').renameTo('file_hashes').execute();
  });

  test('forgets the hash of a removed file, and stores none under a wrong name', async () => {
    await storage.put('known.bin', Buffer.from('bytes'));
    await storage.remove('known.bin');
    expect(await fileHashes(shop.context.db).of('known.bin')).toEqual([]);
    expect(await read('known.bin')).toBeNull();
    const path = join(folder, 'arriving');
    await writeFile(path, 'bytes');
    await expect(storage.putFile('../elsewhere', path)).rejects.toThrow();
    expect(await fileHashes(shop.context.db).of('../elsewhere')).toEqual([]);
  });

  test('sweeps what never arrived whole', async () => {
    const drafts = join(folder, 'files', '.arriving');
    await mkdir(drafts, { recursive: true });
    await writeFile(join(drafts, '.half'), 'x');
    for (const _sweep of [1, 2]) await storage.sweep(Date.now() + 60_000);
    expect(await readdir(drafts)).toEqual([]);
  });

  async function pathOf(key: string): Promise<string> {
    const root = join(folder, 'files');
    const path = (await readdir(root, { recursive: true })).find((each) => each.endsWith(key));
    return join(root, path ?? '');
  }
});
