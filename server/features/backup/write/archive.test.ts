import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { openArchive } from './archive.ts';

test('an empty archive can be aborted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pines-archive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const archive = openArchive(join(folder, 'copy.zip'));
  await sleep(20);
  const outcome = archive.destroy().then(() => 'ended');
  expect(await Promise.race([outcome, sleep(2000, 'hangs')])).toBe('ended');
});

test('an archive can be aborted between two entries', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pines-archive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const archive = openArchive(join(folder, 'copy.zip'));
  await archive.add('first.txt', [Buffer.from('first')]);
  await sleep(20);
  const outcome = archive.destroy().then(() => 'ended');
  expect(await Promise.race([outcome, sleep(2000, 'hangs')])).toBe('ended');
});

test('an archive releases each file once it is written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pines-archive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const archive = openArchive(join(folder, 'copy.zip'));
  const written: WeakRef<Buffer>[] = [];
  const addFile = async (name: string) => {
    const bytes = Buffer.alloc(1000);
    written.push(new WeakRef(bytes));
    await archive.add(name, Readable.from(bytes, { objectMode: false }), { compress: false });
  };
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await addFile(name);
  await sleep(20);
  collect();
  // The stream of the last one may still be closing.
  expect(written.filter((ref) => ref.deref() !== undefined).length).toBeLessThanOrEqual(1);
  await archive.finish();
});
