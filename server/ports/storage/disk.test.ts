import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { collect } from '#server/testing/collect.ts';
import { diskStorage } from './open-storage.ts';
import { describePlace, describeStorage } from './storage.suite.ts';

/** Everything below this folder is on another volume. */
const OTHER_VOLUME = 'mounted';
vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs/promises')>();
  const isOther = (path: string) => path.split('/').includes(OTHER_VOLUME);
  return {
    ...real,
    rename: async (from: string, to: string) => {
      if (isOther(from) === isOther(to)) return real.rename(from, to);
      throw Object.assign(new Error('cross-device link not permitted'), { code: 'EXDEV' });
    },
  };
});

describePlace('disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pines-disk-'));
  return {
    storage: diskStorage(join(folder, 'files'), join(folder, 'scratch')),
    close: () => rm(folder, { recursive: true }),
  };
});

describeStorage('a disk of another volume than arriving files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pines-disk-'));
  return {
    storage: diskStorage(join(folder, OTHER_VOLUME, 'files'), join(folder, 'scratch')),
    close: () => rm(folder, { recursive: true }),
  };
});

test('on another volume it leaves no incomplete file, and sweeps those of a crash', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pines-disk-'));
  const root = join(folder, OTHER_VOLUME, 'files');
  const storage = diskStorage(root, join(folder, 'scratch'));
  await storage.put('ab.webp', Buffer.from('x'));
  const drafts = join(root, '.arriving');
  expect([await readdir(join(folder, 'scratch')), await readdir(drafts)]).toEqual([[], []]);
  await writeFile(join(drafts, '.old'), 'x');
  await writeFile(join(drafts, '.new'), 'x');
  await writeFile(join(drafts, 'half.webp'), 'x');
  await writeFile(join(root, 'ab', 'notes'), 'x');
  expect(await collect(storage.keys())).toEqual(['ab.webp']);
  await utimes(join(drafts, '.old'), 1, 1);
  await storage.sweep(Date.now() - 60_000);
  await storage.sweep(Date.now() - 60_000);
  expect((await readdir(drafts)).sort()).toEqual(['.new', 'half.webp']);
  await rm(folder, { recursive: true });
});

test('disk storage leaves no incomplete file in its scratch folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pines-disk-'));
  const storage = diskStorage(join(folder, 'files'), join(folder, 'scratch'));
  expect(await collect(storage.keys())).toEqual([]);
  await storage.put('ab.webp', Buffer.from('x'));
  expect(await readdir(join(folder, 'scratch'))).toEqual([]);
  expect(await readdir(join(folder, 'files'))).toEqual(['ab']);
  await rm(folder, { recursive: true });
});
