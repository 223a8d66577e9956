import * as scrypt from 'better-auth/crypto';
import pLimit from 'p-limit';

/** A hash takes a thread of the pool that also reads and writes files: some stay free for those. */
const oneOfFew = pLimit(2);

/** @returns the hash to store; takes about 90 ms of the processor */
export function hashPassword(password: string): Promise<string> {
  return oneOfFew(() => scrypt.hashPassword(password));
}

/** @returns whether a password is the one that was hashed; takes about 90 ms of the processor */
export function verifyPassword(pair: { hash: string; password: string }): Promise<boolean> {
  return oneOfFew(() => scrypt.verifyPassword(pair));
}
