import { createHash } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';

type Hashing = Pick<
  typeof import('#server/ports/identity/embedded/scrypt.ts'),
  'hashPassword' | 'verifyPassword'
>;

const sum = (password: string) => createHash('sha256').update(password).digest('hex');
const CHEAP: Hashing = {
  hashPassword: async (password) => sum(password),
  verifyPassword: async ({ hash, password }) => hash === sum(password),
};

/** Hashes the passwords of this process's shops: see `cheap-passwords.ts`. */
export const hashing: Hashing = { ...CHEAP };

/**
 * Replaces it during the tests of the enclosing `describe` or file; the real one is
 * `await vi.importActual('…/scrypt.ts')`.
 */
export function useHashing({ hashPassword, verifyPassword }: Hashing): void {
  beforeAll(() => {
    Object.assign(hashing, { hashPassword, verifyPassword });
  });
  afterAll(() => {
    Object.assign(hashing, CHEAP);
  });
}
