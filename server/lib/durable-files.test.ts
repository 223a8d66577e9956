import { type FileHandle, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeDurably } from './durable-files.ts';

test.each([
  ['EINVAL', 'taken'],
  ['EIO', 'refused'],
])('a file in a network folder whose sync answers %s is %s', async (code, result) => {
  const folder = await mkdtemp(join(tmpdir(), 'pines-durable-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const handle = await open(folder);
  await handle.close();
  const prototype: FileHandle = Object.getPrototypeOf(handle);
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    if ((await this.stat()).isDirectory()) throw Object.assign(new Error('sync'), { code });
  });
  onTestFinished(() => spy.mockRestore());
  const path = join(folder, 'copia');
  const written = writeDurably(path, 'todo', { scratch: folder }).then(
    () => 'taken',
    () => 'refused',
  );
  expect(await written).toBe(result);
  expect(await readFile(path, 'utf8')).toBe('todo');
});
