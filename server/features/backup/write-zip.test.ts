import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { writeZip } from './write-backup.ts';

let path: string;
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pines-zip-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  path = join(folder, 'copy.zip');
});

async function* pass(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* content;
}

test.each([
  ['without a part', 0],
  ['between two parts', 1],
])('a zip can be aborted %s', async (_when, parts) => {
  const writing = writeZip(path, pass, async (add) => {
    for (let at = 0; at < parts; at += 1) await add(`${at}.txt`, [Buffer.from('first')]);
    await sleep(20);
    throw new Error('aborted');
  }).catch((error) => error.message);
  expect(await Promise.race([writing, sleep(2000, 'hangs')])).toBe('aborted');
});

test('a zip whose disk is full fails, although its part is never read to its end', async () => {
  const writing = writeZip('/dev/full', pass, async (add) => {
    await add('a', [Buffer.alloc(10_000_000)], { compress: false });
  }).catch((error) => error.code);
  expect(await Promise.race([writing, sleep(2000, 'hangs')])).toBe('ENOSPC');
});

test('a zip releases each part once it is written', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const written: WeakRef<Buffer>[] = [];
  await writeZip(path, pass, async (add) => {
    const addFile = async (name: string) => {
      const bytes = Buffer.alloc(1000);
      written.push(new WeakRef(bytes));
      await add(name, Readable.from(bytes, { objectMode: false }), { compress: false });
    };
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await addFile(name);
    await sleep(20);
    collect();
    // The stream of the last one may still be closing.
    expect(written.filter((ref) => ref.deref() !== undefined).length).toBeLessThanOrEqual(1);
  });
});
