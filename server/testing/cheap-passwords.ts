import { createHash } from 'node:crypto';
import { vi } from 'vitest';

/**
 * Replaces the slow hash of passwords (90 ms each) in every server test that does not call
 * `vi.unmock('…/ports/identity/embedded/scrypt.ts')`. A shop in a separate process has the real one.
 */
vi.mock(import('#server/ports/identity/embedded/scrypt.ts'), async (original) => {
  const hash = (password: string) => createHash('sha256').update(password).digest('hex');
  return {
    ...(await original()),
    hashPassword: vi.fn(async (password: string) => hash(password)),
    verifyPassword: vi.fn(
      async (pair: { hash: string; password: string }) => pair.hash === hash(pair.password),
    ),
  };
});
