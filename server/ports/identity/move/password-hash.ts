import { SCRYPT as COST } from '../embedded/scrypt.ts';

/** How passwords are hashed, by the names of `firebase auth:import`. */
export const SCRYPT = {
  memCost: COST.N,
  blockSize: COST.r,
  parallelization: COST.p,
  dkLen: COST.keyLength,
} as const;

/** `salt:key`, both in hexadecimal digits. */
const STORED = /^([0-9a-f]{32}):([0-9a-f]{128})$/;

/**
 * Returns a stored hash as Firebase's import takes it, in base64. The salt is the text of
 * its hexadecimal digits and not what they stand for.
 * @returns null for none, or one of another kind
 */
export function readPasswordHash(
  stored: string | null | undefined,
): { passwordHash: string; salt: string } | null {
  const [, salt, key] = STORED.exec(stored ?? '') ?? [];
  if (salt === undefined || key === undefined) return null;
  return {
    passwordHash: Buffer.from(key, 'hex').toString('base64'),
    salt: Buffer.from(salt, 'utf8').toString('base64'),
  };
}
