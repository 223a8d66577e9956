import * as scrypt from 'better-auth/crypto';
import type { Limits } from '../../../limits/limits.ts';

/**
 * A hash takes about 90 ms of the processor, 32 MB and a thread of the pool that also reads and
 * writes files: two at a time leave some for those. Who waits, waits for a good second at most:
 * 24 x 90 ms on two threads. Sixteen of one client are ten people at once behind one address, and
 * some of them in two tries.
 */
const QUEUE = { running: 2, waiting: 24, waitingPerClient: 16, retryAfterS: 2 };

/** Hashes passwords when it is their client's turn. */
export type Hashing = {
  /**
   * @returns the hash to store
   * @throws ShopError `busy` when too many wait
   */
  hash(password: string): Promise<string>;
  /**
   * @returns whether a password is the one that was hashed
   * @throws ShopError `busy` when too many wait
   */
  verify(pair: { hash: string; password: string }): Promise<boolean>;
};

/** @returns the hashing for one client, by its address */
export function createHashing({ queue }: Limits): (address: string) => Hashing {
  const { run } = queue(QUEUE);
  return (address) => ({
    hash: (password) => run(address, () => scrypt.hashPassword(password)),
    verify: (pair) => run(address, () => scrypt.verifyPassword(pair)),
  });
}
