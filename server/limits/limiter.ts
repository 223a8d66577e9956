import { RateLimiterRes } from 'rate-limiter-flexible';
import { ShopError } from '#domain/errors.ts';
import type { Database } from '#server/db/database.ts';
import type { Limit } from '#server/db/engine.ts';

/** Counts against a limit. Keys are stored as hashes. */
export type Limiter = {
  /** Counts one use. @throws ShopError `too_many_requests`, with the time to wait */
  consume(key: string): Promise<void>;
  /** Counts one use; @returns 0, or the seconds to wait when none was left */
  take(key: string): Promise<number>;
  /** Counts nothing; @returns 0, or the seconds to wait when more was charged than there is */
  secondsSpent(key: string): Promise<number>;
  /** Counts what something cost, known only afterwards; refuses nobody. */
  charge(key: string, points: number): Promise<void>;
  /** Takes one counted use back. */
  giveBack(key: string): Promise<void>;
  /** Forgets all uses of a key. */
  clear(key: string): Promise<void>;
};

/** A limiter that leaves it to its caller to refuse. */
export type Counter = Omit<Limiter, 'consume'>;

/** Returns what counts keys as they are, in the database's own store. */
export function openCounter(db: Pick<Database, 'createLimiter'>, limit: Limit): Counter {
  const store = db.createLimiter(limit);
  return {
    take: (key) => store.consume(key).then(() => 0, secondsToWait),
    secondsSpent: async (key) => {
      const state = await store.get(key);
      return state && state.consumedPoints > store.points ? secondsToWait(state) : 0;
    },
    charge: async (key, points) => {
      await store.penalty(key, points);
    },
    giveBack: async (key) => {
      await store.reward(key);
    },
    clear: async (key) => {
      await store.delete(key);
    },
  };
}

/** Returns a limiter that refuses by itself what its counter finds too much. */
export function refuseBeyond(counter: Counter): Limiter {
  return {
    ...counter,
    consume: async (key) => {
      const retryAfterS = await counter.take(key);
      if (retryAfterS > 0) throw new ShopError('too_many_requests', { retryAfterS });
    },
  };
}

/** Counts nothing and refuses nobody. */
export const unlimited: Limiter = refuseBeyond({
  take: async () => 0,
  secondsSpent: async () => 0,
  charge: async () => undefined,
  giveBack: async () => undefined,
  clear: async () => undefined,
});

function secondsToWait(error: unknown): number {
  if (!(error instanceof RateLimiterRes)) throw error;
  return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
}
