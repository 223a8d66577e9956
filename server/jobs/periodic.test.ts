import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { startPeriodicTasks } from './periodic.ts';

const { log } = Fastify({ logger: { level: 'silent' } });

test('a task runs at once and then at its interval, also after it failed, which is logged', async () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const logged = Fastify({ logger: { level: 'debug', stream } }).log;
  const run = vi.fn().mockRejectedValueOnce(new Error('once')).mockResolvedValue(1);
  const stop = startPeriodicTasks([{ name: 'sweep', everyMs: 10, run }], logged);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(3));
  await stop();
  const [failed, done] = lines.map((line) => JSON.parse(line));
  expect(failed).toMatchObject({ task: 'sweep', err: { message: 'once' }, msg: 'task failed' });
  expect(done).toMatchObject({ task: 'sweep', result: 1, msg: 'task done' });
  const times = run.mock.calls.length;
  await sleep(30);
  expect(run).toHaveBeenCalledTimes(times);
});

test('a task that takes long never runs twice at once, and stopping waits for it', async () => {
  let running = 0;
  let max = 0;
  const run = async () => {
    running += 1;
    max = Math.max(max, running);
    await sleep(50);
    running -= 1;
  };
  const stop = startPeriodicTasks([{ name: 'slow', everyMs: 5, run }], log);
  await sleep(80);
  await stop();
  expect([max, running]).toEqual([1, 0]);
});
