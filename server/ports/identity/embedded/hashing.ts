import type { Lease } from '#server/limits/fair-queue.ts';
import type { Limits } from '#server/limits/limits.ts';
import { hashPassword, verifyPassword } from './scrypt.ts';

/**
 * A hash takes about 90 ms of processor time, 32 MB and a thread of the pool that also reads and
 * writes files: with two at a time some threads are left. A call waits for about one second at
 * most: 24 × 90 ms on two threads. Eighteen slots for one client are enough for ten people behind
 * one address, some of them with two attempts.
 */
const QUEUE = { running: 2, waiting: 24, waitingPerClient: 16, retryAfterS: 2 };

/** Hashes passwords in a queue that is fair among clients. */
export type Hashing = {
  /** Returns the hash to store. @throws ShopError `busy` when the slot was revoked */
  hash(password: string): Promise<string>;
  /** Returns whether a password matches the hash. @throws ShopError `busy` like `hash` */
  verify(pair: { hash: string; password: string }): Promise<boolean>;
  /** Releases the slot before a long wait; the next hash acquires another. */
  release(): void;
};

/**
 * Runs a call that hashes passwords, in a queue that is fair among clients. When the queue is full,
 * a call is rejected before its first query: six hundred at once would occupy the database for
 * seconds and delay all other requests.
 * @throws ShopError `busy` at once when too many are waiting
 */
export type WithHashing = ReturnType<typeof createHashQueue>;

/** Returns the bounded queue in front of all hashing. */
export function createHashQueue({ queue }: Limits) {
  const acquire = queue(QUEUE);
  return async <T>(address: string, work: (hashing: Hashing) => Promise<T>): Promise<T> => {
    let lease: Lease | null = acquire(address);
    const turn = <T>(task: () => Promise<T>): Promise<T> => {
      lease ??= acquire(address);
      return lease.run(task);
    };
    const release = () => {
      lease?.release();
      lease = null;
    };
    const hashing: Hashing = {
      hash: async (password) => turn(() => hashPassword(password)),
      verify: async (pair) => turn(() => verifyPassword(pair)),
      release,
    };
    try {
      return await work(hashing);
    } finally {
      release();
    }
  };
}
