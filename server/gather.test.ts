import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gather } from './gather.ts';

/** Work whose calls end when they are told to. */
function createWork() {
  const calls: { items: readonly number[]; end: (error?: Error) => void }[] = [];
  const work = (items: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      const end = (error?: Error) => (error ? reject(error) : resolve(items.map((item) => -item)));
      calls.push({ items, end });
    });
  const sizes = () => calls.map(({ items }) => items.length);
  return { work, calls, sizes };
}
const turns = () => sleep(5);
const patient = { most: 4, patienceMs: 60_000 };

test('what comes alone is done at once, and gets its own result', async () => {
  const { work, calls } = createWork();
  const doOne = gather(work, patient);
  const one = doOne(1);
  await turns();
  calls[0]?.end();
  expect(await one).toBe(-1);
  const two = doOne(2);
  await turns();
  calls[1]?.end();
  expect(await two).toBe(-2);
});

test('what comes at the same moment is done together, in its order, by powers of two', async () => {
  const { work, calls } = createWork();
  const doOne = gather(work, patient);
  const results = [1, 2, 3, 4, 5, 6, 7].map(doOne);
  await turns();
  expect(calls.map(({ items }) => items)).toEqual([
    [1, 2, 3, 4],
    [5, 6],
  ]);
  for (const { end } of calls.toReversed()) end();
  await turns();
  calls[2]?.end();
  expect(await Promise.all(results)).toEqual([-1, -2, -3, -4, -5, -6, -7]);
});

test('what comes meanwhile waits until it is half as much as is under way, or that is done', async () => {
  const { work, calls, sizes } = createWork();
  const doOne = gather(work, patient);
  const results = [1, 2, 3, 4].map(doOne);
  await turns();
  results.push(doOne(5));
  await turns();
  expect(sizes()).toEqual([4]);
  results.push(doOne(6));
  await turns();
  expect(sizes()).toEqual([4, 2]);
  results.push(doOne(7));
  await turns();
  expect(sizes()).toEqual([4, 2]);
  calls[0]?.end();
  await turns();
  expect(sizes()).toEqual([4, 2, 1]);
  for (const { end } of calls) end();
  expect(await Promise.all(results)).toEqual([-1, -2, -3, -4, -5, -6, -7]);
});

test('one that takes too long holds nothing up', async () => {
  const { work, calls, sizes } = createWork();
  const doOne = gather(work, { most: 4, patienceMs: 20 });
  const stuck = [1, 2, 3, 4].map(doOne);
  await turns();
  const later = doOne(5);
  await sleep(60);
  expect(sizes()).toEqual([4, 1]);
  calls[1]?.end();
  expect(await later).toBe(-5);
  calls[0]?.end();
  expect(await Promise.all(stuck)).toEqual([-1, -2, -3, -4]);
});

test('what fails, fails for all that were done with it and for no others', async () => {
  const { work, calls } = createWork();
  const doOne = gather(work, patient);
  const together = Promise.allSettled([1, 2].map(doOne));
  await turns();
  calls[0]?.end(new Error('no'));
  expect((await together).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const after = doOne(3);
  await turns();
  calls[1]?.end();
  expect(await after).toBe(-3);
});
