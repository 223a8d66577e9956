import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const WORK_MS = 10;

type Held = { reached: PromiseWithResolvers<void>; gate: PromiseWithResolvers<void> };

/**
 * Stands in for the hashing of `ports/identity/embedded/scrypt.ts`: it takes no processor, and a test can hold the work
 * on one password between what was read before it and what is written after.
 */
export function createSlowHashing() {
  const held = new Map<string, Held>();

  async function work(password: string): Promise<void> {
    await sleep(WORK_MS);
    const waiting = held.get(password);
    if (!waiting) return;
    held.delete(password);
    waiting.reached.resolve();
    await waiting.gate.promise;
  }

  return {
    hashPassword: async (password: string) => {
      const hash = `${randomUUID()} ${password}`;
      await work(password);
      return hash;
    },
    verifyPassword: async ({ hash, password }: { hash: string; password: string }) => {
      await work(password);
      return hash.slice(hash.indexOf(' ') + 1) === password;
    },
    /**
     * Holds the next work on a password, begun by `start`, while `meanwhile` is done.
     * @returns what `start` became
     */
    during: async <T>(
      password: string,
      start: () => Promise<T>,
      meanwhile: () => Promise<unknown>,
    ): Promise<T> => {
      const waiting = {
        reached: Promise.withResolvers<void>(),
        gate: Promise.withResolvers<void>(),
      };
      held.set(password, waiting);
      const started = start();
      await Promise.race([waiting.reached.promise, started]);
      await meanwhile().finally(() => waiting.gate.resolve());
      return started;
    },
  };
}
