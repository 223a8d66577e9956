import type { Place } from '../../../limits/fair-queue.ts';
import type { Limits } from '../../../limits/limits.ts';
import { hashPassword, verifyPassword } from './scrypt.ts';

/**
 * A hash takes about 90 ms of the processor, 32 MB and a thread of the pool that also reads and
 * writes files: two at a time leave some for those. Who waits, waits for a good second at most:
 * 24 x 90 ms on two threads. Eighteen of one client are ten people at once behind one address, and
 * some of them in two tries.
 */
const QUEUE = { running: 2, waiting: 24, waitingPerClient: 16, retryAfterS: 2 };

/** Hashes passwords when it is their client's turn. */
export type Hashing = {
  /** @returns the hash to store @throws ShopError `busy` when its place went to others */
  hash(password: string): Promise<string>;
  /** Tells whether a password is the one that was hashed. @throws ShopError `busy` like `hash` */
  verify(pair: { hash: string; password: string }): Promise<boolean>;
  /** Gives up the place, before a long wait for something else; the next hash takes another. */
  leave(): void;
};

/**
 * Lets in a call that will hash a password, by its client's address. A call too many is refused
 * before it has asked the database for anything: six hundred at once would keep it busy for seconds,
 * and everybody who waits behind them.
 * @throws ShopError `busy` at once when too many are in
 */
export type Admit = <T>(address: string, work: (hashing: Hashing) => Promise<T>) => Promise<T>;

/** Returns what lets calls in that hash passwords. */
export function createAdmit({ queue }: Limits): Admit {
  const { enter } = queue(QUEUE);
  return async (address, work) => {
    let place: Place | null = enter(address);
    const turn = <T>(task: () => Promise<T>): Promise<T> => {
      place ??= enter(address);
      return place.run(task);
    };
    const leave = () => {
      place?.leave();
      place = null;
    };
    const hashing: Hashing = {
      hash: async (password) => turn(() => hashPassword(password)),
      verify: async (pair) => turn(() => verifyPassword(pair)),
      leave,
    };
    try {
      return await work(hashing);
    } finally {
      leave();
    }
  };
}
