import { randomBytes, randomUUID } from 'node:crypto';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect } from '#server/testing/collect.ts';
import type { FilePlace, Storage } from './storage.ts';

/** The contract of every storage. */
export function describeStorage(
  name: string,
  open: () => Promise<{ storage: Storage; close: () => Promise<void> }>,
): void {
  describe(`the storage on ${name}`, () => {
    let storage: Storage;
    let close: () => Promise<void>;
    let folder = '';
    beforeAll(async () => {
      ({ storage, close } = await open());
      folder = await mkdtemp(join(tmpdir(), 'pines-storage-'));
    });
    afterAll(async () => {
      await close();
      await rm(folder, { recursive: true });
    });

    const newKey = () => `${randomUUID()}.webp`;

    async function read(key: string): Promise<Buffer | null> {
      const file = await storage.open(key);
      if (!file) return null;
      const bytes = await buffer(file.stream);
      expect(file.bytes).toBe(bytes.length);
      return bytes;
    }

    test('returns what was stored, byte for byte', async () => {
      for (const size of [0, 1, 65_536, 3_000_000]) {
        const key = newKey();
        const bytes = randomBytes(size);
        await storage.put(key, bytes);
        expect(bytes.equals((await read(key)) ?? Buffer.alloc(0))).toBe(true);
      }
    });

    test('moves a local file into the storage', async () => {
      const [key, path] = [newKey(), join(folder, 'local')];
      await writeFile(path, 'local bytes');
      await storage.putFile(key, path);
      expect(String(await read(key))).toBe('local bytes');
      await expect(access(path)).rejects.toThrow('ENOENT');
    });

    test('fails on a local file that does not exist, and stores nothing', async () => {
      const key = newKey();
      await expect(storage.putFile(key, join(folder, 'nowhere'))).rejects.toThrow('ENOENT');
      expect(await read(key)).toBeNull();
    });

    test('has nothing under an unknown key', async () => {
      expect(await storage.open(newKey())).toBeNull();
    });

    test('overwrites what is there', async () => {
      const key = newKey();
      await storage.put(key, Buffer.from('first and longer'));
      await storage.put(key, Buffer.from('second'));
      expect(String(await read(key))).toBe('second');
    });

    test('removes a file, and again without an error', async () => {
      const key = newKey();
      await storage.put(key, Buffer.from('x'));
      await storage.remove(key);
      await storage.remove(key);
      expect(await read(key)).toBeNull();
    });

    test('a file that is being read may be removed', async () => {
      const key = newKey();
      const bytes = randomBytes(500_000);
      await storage.put(key, bytes);
      const file = await storage.open(key);
      await storage.remove(key);
      if (!file) throw new Error('the file is missing');
      expect(bytes.equals(await buffer(file.stream))).toBe(true);
    });

    test.each([
      '../escaped.webp',
      '..',
      '.',
      '',
      '.hidden.webp',
      'folder/a.webp',
      '/a.webp',
      'folder\\a.webp',
      'a.webp\0.jpg',
      'a.webp\n',
      'a b.webp',
      'ñandú.webp',
      '\u{ff0e}\u{ff0e}\u{2215}a.webp',
      'no-extension',
      `${'x'.repeat(200)}.webp`,
    ])('rejects the key %j in every call', async (key) => {
      const path = join(folder, 'kept');
      await writeFile(path, 'kept');
      const refusal = /no plain file name/;
      await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow(refusal);
      await expect(storage.putFile(key, path)).rejects.toThrow(refusal);
      await expect(storage.open(key)).rejects.toThrow(refusal);
      await expect(storage.remove(key)).rejects.toThrow(refusal);
      expect(String(await readFile(path))).toBe('kept');
    });

    test('many puts of one key leave one of them, whole', async () => {
      const key = newKey();
      const versions = Array.from({ length: 20 }, (_, at) => Buffer.alloc(100_000, at));
      await Promise.all(versions.map((bytes) => storage.put(key, bytes)));
      const stored = await read(key);
      expect(versions.some((bytes) => stored?.equals(bytes))).toBe(true);
    });

    test('many keys at once do not mix', async () => {
      const keys = Array.from({ length: 50 }, newKey);
      await Promise.all(keys.map((key) => storage.put(key, Buffer.from(key))));
      const stored = await Promise.all(keys.map(read));
      expect(stored.map(String)).toEqual(keys);
    });
  });
}

/** The contract of every place with a list of its files. */
export function describePlace(
  name: string,
  open: () => Promise<{ storage: FilePlace; close: () => Promise<void> }>,
): void {
  describeStorage(name, open);

  test(`${name} lists the files that it has, and no others`, async () => {
    const { storage, close } = await open();
    const before = await collect(storage.keys());
    const keys = Array.from({ length: 12 }, () => `${randomUUID()}.webp`);
    await Promise.all(keys.map((key) => storage.put(key, Buffer.from('x'))));
    await storage.remove(keys.pop() ?? '');
    expect((await collect(storage.keys())).sort()).toEqual([...before, ...keys].sort());
    await close();
  });
}
