import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { vi } from 'vitest';

/** The time of this process, which only the simulation advances. */
export type SimulatedTime = {
  now: () => number;
  /** The shop's clock: each read takes a millisecond, so that no two actions have the same time. */
  clock: () => number;
  /**
   * Advances the time at once: an interval fires only once for it, as after a suspended machine.
   */
  advance: (millis: number) => void;
  /** Drops all timers, like the end of the process. */
  dropTimers: () => void;
};

class Timer {
  at: number;
  readonly everyMs: number | null;
  readonly run: () => void;

  constructor(at: number, everyMs: number | null, run: () => void) {
    this.at = at;
    this.everyMs = everyMs;
    this.run = run;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

type Callback = (...given: unknown[]) => void;
type SleepOptions = { signal?: AbortSignal | undefined };

/**
 * Replaces timers, dates and stopwatch of this process, until mocks, globals and timers are
 * restored.
 */
export function simulateTime(start: number): SimulatedTime {
  let now = start;
  const timers = new Set<Timer>();
  const real = { clearTimeout, clearInterval };

  function add(run: Callback, millis: number, given: unknown[], repeats: boolean): Timer {
    const delay = Math.max(1, millis);
    const timer = new Timer(now + delay, repeats ? delay : null, () => run(...given));
    timers.add(timer);
    return timer;
  }

  function sleep<T>(millis = 0, value?: T, { signal }: SleepOptions = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      const wake = () => resolve(value as T);
      const timer = add(wake, millis, [], false);
      const give = () => {
        timers.delete(timer);
        reject(signal?.reason);
      };
      if (signal?.aborted) give();
      signal?.addEventListener('abort', give, { once: true });
    });
  }

  function fire(timer: Timer, end: number): void {
    now = Math.max(now, timer.at);
    vi.setSystemTime(now);
    if (timer.everyMs === null) timers.delete(timer);
    else timer.at = end + timer.everyMs - ((end - timer.at) % timer.everyMs);
    timer.run();
  }

  vi.useFakeTimers({ toFake: ['Date'], now });
  vi.spyOn(performance, 'now').mockImplementation(() => now - start);
  vi.stubGlobal('setTimeout', (run: Callback, millis = 0, ...given: unknown[]) =>
    add(run, millis, given, false),
  );
  vi.stubGlobal('setInterval', (run: Callback, millis = 0, ...given: unknown[]) =>
    add(run, millis, given, true),
  );
  // Timers from before the simulation are real ones.
  vi.stubGlobal('clearTimeout', (timer: unknown) =>
    timer instanceof Timer ? timers.delete(timer) : real.clearTimeout(timer as NodeJS.Timeout),
  );
  vi.stubGlobal('clearInterval', (timer: unknown) =>
    timer instanceof Timer ? timers.delete(timer) : real.clearInterval(timer as NodeJS.Timeout),
  );
  vi.spyOn(timersPromises, 'setTimeout').mockImplementation(sleep);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((millis) => {
    const controller = new AbortController();
    const end = () => controller.abort(new DOMException('too late', 'TimeoutError'));
    add(end, millis, [], false);
    return controller.signal;
  });
  syncBuiltinESMExports();

  return {
    now: () => now,
    clock: () => {
      now += 1;
      vi.setSystemTime(now);
      return now;
    },
    advance: (millis) => {
      const end = now + millis;
      for (;;) {
        const due = [...timers].filter(({ at }) => at <= end);
        const [first] = due.sort((one, other) => one.at - other.at);
        if (!first) break;
        fire(first, end);
      }
      now = end;
      vi.setSystemTime(now);
    },
    dropTimers: () => timers.clear(),
  };
}
