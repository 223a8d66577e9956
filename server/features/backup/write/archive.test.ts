import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openArchive } from './write-backup.ts';

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
  await archive.add('first.txt', ['first']);
  await sleep(20);
  const outcome = archive.destroy().then(() => 'ended');
  expect(await Promise.race([outcome, sleep(2000, 'hangs')])).toBe('ended');
});
