import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** The cost of a hash: about 90 ms of a processor and 32 MB of memory. */
export const SCRYPT = { N: 16_384, r: 16, p: 1, keyLength: 64 } as const;
const SALT_BYTES = 16;

const deriveKey = promisify<string, string, number, object, Buffer>(scrypt);

/** Returns the hash of a password to store: `salt:key`, both in hexadecimal digits. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES).toString('hex');
  return `${salt}:${(await keyOf(password, salt)).toString('hex')}`;
}

export async function verifyPassword(pair: { hash: string; password: string }): Promise<boolean> {
  const [salt, stored = ''] = pair.hash.split(':');
  if (!salt) return false;
  const right = Buffer.from(stored, 'hex');
  const key = await keyOf(pair.password, salt);
  return key.length === right.length && timingSafeEqual(key, right);
}

/** The salt is the text of its hexadecimal digits, as in the hashes of better-auth 1.7.7. */
function keyOf(password: string, salt: string): Promise<Buffer> {
  const { N, r, p, keyLength } = SCRYPT;
  const maxmem = 2 * 128 * N * r;
  return deriveKey(password.normalize('NFKC'), salt, keyLength, { N, r, p, maxmem });
}
