import type { Lease } from '#server/limits/fair-queue.ts';
import type { Limits } from '#server/limits/limits.ts';
import { hashPassword, verifyPassword } from './scrypt.ts';

/**
 * A hash takes about 90 ms of the processor, 32 MB and a thread of the pool that also reads and
 * writes files: two at a time leave some for those. A call waits for about one second at most:
 * 24 x 90 ms on two threads. Eighteen of one client are ten people at once behind one address, and
 * some of them in two tries.
 */
const QUEUE = { running: 2, waiting: 24, waitingPerClient: 16, retryAfterS: 2 };

/** Hashes passwords in the fair order of clients. */
export type Hashing = {
  /** @returns the hash to store @throws ShopError `busy` when its slot went to others */
  hash(password: string): Promise<string>;
  /** @returns whether a password is the one that was hashed @throws ShopError `busy` like `hash` */
  verify(pair: { hash: string; password: string }): Promise<boolean>;
  /** Gives up the slot, before a long wait for something else; the next hash takes another. */
  release(): void;
};

/**
 * Runs a call that hashes passwords, in the fair order of clients. A call too many is refused before
 * its first query: six hundred at once would occupy the database for seconds, and delay all other
 * requests.
 * @throws ShopError `busy` at once when too many are waiting
 */
export type WithHashing = <T>(
  address: string,
  work: (hashing: Hashing) => Promise<T>,
) => Promise<T>;

/** Returns the bounded queue in front of all hashing. */
export function createHashQueue({ queue }: Limits): WithHashing {
  const { acquire } = queue(QUEUE);
  return async (address, work) => {
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
