import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { ShopError } from '#domain/base/errors.ts';

/** Counts uses of keys against a limit. */
export type Limiter = ReturnType<typeof createLimiter>;

/** A store of counts, and the key in it. */
type StoredKey = readonly [store: RateLimiterAbstract, key: string];

/**
 * Returns a limiter that counts a key in each of its stores, in their order: a use that the first
 * store refuses is not counted in the next.
 */
export function createLimiter(findKeys: (key: string) => Promise<readonly StoredKey[]>) {
  async function firstWait(key: string, read: (key: StoredKey) => Promise<number>) {
    for (const stored of await findKeys(key)) {
      const waitS = await read(stored);
      if (waitS > 0) return waitS;
    }
    return 0;
  }
  async function change(key: string, write: (key: StoredKey) => Promise<unknown>) {
    for (const stored of await findKeys(key)) await write(stored);
  }
  /** Counts one use. @returns 0, or the seconds to wait when none was left */
  const take = (key: string) =>
    firstWait(key, ([store, stored]) => store.consume(stored).then(() => 0, secondsToWait));

  return {
    take,
    /** Counts one use. @throws ShopError `too_many_requests`, with the time to wait */
    consume: async (key: string) => {
      const retryAfterS = await take(key);
      if (retryAfterS > 0) throw new ShopError('too_many_requests', { retryAfterS });
    },
    /** Counts nothing. @returns 0, or the seconds to wait when the limit is exceeded */
    secondsSpent: (key: string) =>
      firstWait(key, async ([store, stored]) => {
        const state = await store.get(stored);
        return state && state.consumedPoints > store.points ? secondsToWait(state) : 0;
      }),
    /** Counts a cost that is known only afterwards; refuses nothing. */
    charge: (key: string, points: number) =>
      change(key, ([store, stored]) => store.penalty(stored, points)),
    /** Removes one counted use. */
    giveBack: (key: string) => change(key, ([store, stored]) => store.reward(stored)),
    /** Deletes all uses of a key. */
    clear: (key: string) => change(key, ([store, stored]) => store.delete(stored)),
  };
}

function secondsToWait(error: unknown): number {
  if (!(error instanceof RateLimiterRes)) throw error;
  return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
}
