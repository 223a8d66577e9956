import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { diskStorage, withFallback } from './open-storage.ts';
import { describeStorage } from './storage.suite.ts';

async function openBoth() {
  const folder = await mkdtemp(join(tmpdir(), 'pines-both-'));
  const [place, earlier] = ['new', 'old'].map((name) =>
    diskStorage(join(folder, name), join(folder, 'scratch')),
  );
  if (!place || !earlier) throw new Error('no places');
  const close = () => rm(folder, { recursive: true });
  return { place, earlier, storage: withFallback(place, earlier), close };
}

describeStorage('two places', openBoth);

test('a file in the earlier place is found, and removed from both', async () => {
  const { place, earlier, storage, close } = await openBoth();
  await earlier.put('a.webp', Buffer.from('earlier'));
  const file = await storage.open('a.webp');
  expect(file && String(await buffer(file.stream))).toBe('earlier');
  await storage.put('a.webp', Buffer.from('newer'));
  const newer = await storage.open('a.webp');
  expect(newer && String(await buffer(newer.stream))).toBe('newer');
  await storage.remove('a.webp');
  expect([await place.open('a.webp'), await earlier.open('a.webp')]).toEqual([null, null]);
  await close();
});

test('a file that is moved between two tries is found', async () => {
  const { place, earlier, close } = await openBoth();
  await earlier.put('a.webp', Buffer.from('moved'));
  const movedMeanwhile = {
    ...earlier,
    open: async (key: string) => {
      await place.put(key, Buffer.from('moved'));
      await earlier.remove(key);
      return earlier.open(key);
    },
  };
  const file = await withFallback(place, movedMeanwhile).open('a.webp');
  expect(file && String(await buffer(file.stream))).toBe('moved');
  await close();
});
