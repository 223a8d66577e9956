import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diskStorage } from './disk.ts';
import { describeStorage } from './storage.suite.ts';

describeStorage('disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pines-disk-'));
  return {
    storage: diskStorage(join(folder, 'files'), join(folder, 'scratch')),
    close: () => rm(folder, { recursive: true }),
  };
});

test('disk storage leaves nothing half done in its scratch folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pines-disk-'));
  const storage = diskStorage(join(folder, 'files'), join(folder, 'scratch'));
  await storage.put('ab.webp', Buffer.from('x'));
  expect(await readdir(join(folder, 'scratch'))).toEqual([]);
  expect(await readdir(join(folder, 'files'))).toEqual(['ab']);
  await rm(folder, { recursive: true });
});
