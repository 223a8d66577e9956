import { vi } from 'vitest';

/**
 * Replaces the slow hash of passwords (90 ms each) in every server test; `useHashing` takes another
 * one. A shop in a separate process has the real one.
 */
vi.mock(import('#server/ports/identity/embedded/scrypt.ts'), async (original) => {
  const { hashing } = await import('./hashing.ts');
  return {
    ...(await original()),
    hashPassword: (password) => hashing.hashPassword(password),
    verifyPassword: (pair) => hashing.verifyPassword(pair),
  };
});
