import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { streamZip } from './stream-zip.ts';

let path: string;
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pines-zip-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  path = join(folder, 'copy.zip');
});

const write = (fill: Parameters<typeof streamZip>[0], to = path) =>
  pipeline(streamZip(fill), createWriteStream(to));

test.each([
  ['without a part', 0],
  ['between two parts', 1],
])('a zip can be aborted %s', async (_when, parts) => {
  const writing = write(async (add) => {
    for (let at = 0; at < parts; at += 1) await add(`${at}.txt`, Readable.from(['first']));
    await sleep(20);
    throw new Error('aborted');
  }).catch((error) => error.message);
  expect(await Promise.race([writing, sleep(2000, 'hangs')])).toBe('aborted');
});

async function* endless() {
  for (;;) yield Buffer.alloc(100_000);
}

test('a part is closed when its zip has nowhere to go, and so is a later one', async () => {
  const parts = [Readable.from(endless()), Readable.from([Buffer.alloc(1)])];
  const names: string[] = [];
  const writing = write(async (add) => {
    for (const part of parts) {
      await add('a', part, { compress: false }).catch((error) => names.push(error.name));
    }
  }, '/dev/full');
  await expect(writing).rejects.toThrow('ENOSPC');
  await sleep(20);
  expect(names).toEqual(['AbortError', 'AbortError']);
  expect(parts.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});

test('a zip releases each part once it is written', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const written: WeakRef<Buffer>[] = [];
  await write(async (add) => {
    const addFile = async (name: string) => {
      const bytes = Buffer.alloc(1000);
      written.push(new WeakRef(bytes));
      await add(name, Readable.from(bytes, { objectMode: false }), { compress: false });
    };
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await addFile(name);
    const countKept = () => {
      collect();
      return written.filter((ref) => ref.deref() !== undefined).length;
    };
    // The file may still be opened, and the stream of the last part be closing.
    await expect.poll(countKept).toBeLessThanOrEqual(1);
  });
});
