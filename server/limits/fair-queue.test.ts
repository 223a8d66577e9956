import { expect, test } from 'vitest';
import { ShopError } from '#domain/base/errors.ts';
import { createFairQueue, type FairQueueOptions } from './fair-queue.ts';

const OPTIONS = { running: 1, waiting: 6, waitingPerClient: 4, retryAfterS: 2 };

/** A queue whose tasks end when the test ends them. */
function openQueue(options: Partial<FairQueueOptions> = {}) {
  const queue = createFairQueue({ ...OPTIONS, ...options });
  const started: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const runs: Promise<void>[] = [];

  function add(client: string): void {
    const task = () =>
      new Promise<void>((end) => {
        started.push(client);
        ends.push(end);
      });
    const run = queue.run(client, task).catch((error: unknown) => {
      if (!(error instanceof ShopError)) throw error;
      expect([error.code, error.details.retryAfterS]).toEqual(['busy', 2]);
      refused.push(client);
    });
    runs.push(run);
  }

  async function settle(): Promise<void> {
    await new Promise(setImmediate);
  }

  return {
    queue,
    started,
    refused,
    add: async (...clients: string[]) => {
      for (const client of clients) add(client);
      await settle();
    },
    endOne: async () => {
      ends.shift()?.();
      await settle();
    },
    endAll: async () => {
      while (ends.length > 0) {
        ends.shift()?.();
        await settle();
      }
      await Promise.all(runs);
    },
  };
}

test('tasks start at once while slots are free, the others as soon as one ends', async () => {
  const { add, endOne, endAll, started } = openQueue({ running: 2 });
  await add('a', 'b', 'c');
  expect(started).toEqual(['a', 'b']);
  await endOne();
  expect(started).toEqual(['a', 'b', 'c']);
  await endAll();
});

test('a client with one task goes before the rest of one with many', async () => {
  const { add, endAll, started } = openQueue();
  await add('flood', 'flood', 'flood', 'flood', 'ana', 'eva');
  await endAll();
  expect(started).toEqual(['flood', 'flood', 'ana', 'eva', 'flood', 'flood']);
});

test('a client with too many waiting tasks is refused, the next one is not', async () => {
  const { add, endAll, refused, started } = openQueue();
  await add('flood', 'flood', 'flood', 'flood', 'flood', 'flood', 'flood', 'ana');
  expect(refused).toEqual(['flood', 'flood']);
  await endAll();
  expect(started).toContain('ana');
});

test('a full queue revokes a slot of the client with the most slots', async () => {
  const { add, endAll, refused, started } = openQueue();
  await add('one', 'one', 'one', 'one', 'one', 'two', 'two');
  expect(refused).toEqual([]);
  await add('ana');
  expect(refused).toEqual(['one']);
  await endAll();
  expect(started.filter((client) => client === 'ana')).toHaveLength(1);
});

test('with a full queue of clients with one task each a new client is refused at once', async () => {
  const { add, endAll, refused } = openQueue();
  await add('running', 'a', 'b', 'c', 'd', 'e', 'f', 'ana');
  expect(refused).toEqual(['ana']);
  await endAll();
});

test('a failed task frees its slot like a successful one', async () => {
  const { queue } = openQueue();
  const fail = () => Promise.reject(new Error('broken'));
  const results = await Promise.allSettled([
    queue.run('a', fail),
    queue.run('b', fail),
    queue.run('c', async () => 'well'),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});
