import { setTimeout as sleepMs } from 'node:timers/promises';
import { ShopError } from '#domain/errors.ts';
import type { Limiter } from '../../../limits/limiter.ts';

const MAX_WAIT_S = 10;
const MAX_WAITING_PER_KEY = 10;
const MAX_WAITING = 200;

/**
 * Makes a lane in which calls wait for a limit instead of being refused. Whoever asks first when
 * the limit lets one pass goes on, so somebody who comes late has the same chance as a flood.
 * @param sleep waits so many milliseconds
 */
export function createSlowLane(
  limiter: Limiter,
  sleep: (ms: number) => Promise<unknown> = sleepMs,
) {
  /** How many wait by key, and in all. */
  const waiting = new Map<string, number>();
  let allWaiting = 0;

  /** @throws ShopError `too_many_requests` after ten seconds, or when too many wait already */
  async function pass(key: string): Promise<void> {
    const leave = enter(key);
    try {
      for (let waitedS = 0; ; ) {
        const waitS = await limiter.take(key);
        if (waitS === 0) return;
        if (waitedS + waitS > MAX_WAIT_S) throw tooMany();
        waitedS += waitS;
        await sleep(waitS * 1000);
      }
    } finally {
      leave();
    }
  }

  function enter(key: string): () => void {
    const before = waiting.get(key) ?? 0;
    if (before >= MAX_WAITING_PER_KEY || allWaiting >= MAX_WAITING) throw tooMany();
    waiting.set(key, before + 1);
    allWaiting += 1;
    return () => {
      const left = (waiting.get(key) ?? 1) - 1;
      if (left > 0) waiting.set(key, left);
      else waiting.delete(key);
      allWaiting -= 1;
    };
  }

  return { pass };
}

function tooMany(): ShopError {
  return new ShopError('too_many_requests', { retryAfterS: MAX_WAIT_S });
}
