import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, type Mock, test, vi } from 'vitest';
import { giveBackAfterWork, giveBackAtRest } from './collect-garbage.ts';

const LOOK_MS = 50;
const MODULE = join(import.meta.dirname, 'collect-garbage.ts');

describe('memory is given back', () => {
  let collect: Mock;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearTimeout'] });
    collect = vi.fn();
    vi.stubGlobal('gc', collect);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const hold = (bytes: number) => vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(bytes);
  const work = (share: number) =>
    vi
      .spyOn(performance, 'eventLoopUtilization')
      .mockReturnValue({ idle: 1 - share, active: share, utilization: share });

  test('at rest, and again only when there is more than was kept, and after a pause', () => {
    work(0.01);
    hold(100_000_000);
    giveBackAtRest(LOOK_MS);
    vi.advanceTimersByTime(20 * LOOK_MS);
    expect(collect).toHaveBeenCalledTimes(1);
    hold(120_000_000);
    vi.advanceTimersByTime(LOOK_MS);
    expect(collect).toHaveBeenCalledTimes(2);
    hold(140_000_000);
    vi.advanceTimersByTime(5 * LOOK_MS);
    expect(collect).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(LOOK_MS);
    expect(collect).toHaveBeenCalledTimes(3);
  });

  test('not while people are served', () => {
    work(0.5);
    hold(100_000_000);
    giveBackAtRest(LOOK_MS);
    vi.advanceTimersByTime(20 * LOOK_MS);
    expect(collect).not.toHaveBeenCalled();
  });

  test('a while after work, once', () => {
    const noteWork = giveBackAfterWork(LOOK_MS);
    vi.advanceTimersByTime(LOOK_MS - 1);
    noteWork();
    vi.advanceTimersByTime(LOOK_MS - 1);
    expect(collect).not.toHaveBeenCalled();
    vi.advanceTimersByTime(20 * LOOK_MS);
    expect(collect).toHaveBeenCalledTimes(1);
  });
});

test('a process that has worked holds less once it rests', async () => {
  const program = `
    import { giveBackAfterWork } from ${JSON.stringify(MODULE)};
    let junk = Array.from({ length: 1_000_000 }, (_, at) => ({ at }));
    junk = null;
    const before = process.memoryUsage.rss();
    giveBackAfterWork(50);
    setTimeout(() => console.log(before - process.memoryUsage.rss()), 1000);
  `;
  const flags = ['--expose-gc', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  expect(Number(stdout)).toBeGreaterThan(20_000_000);
});
