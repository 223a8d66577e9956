import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const WORK_MS = 10;

type Paused = { reached: PromiseWithResolvers<void>; gate: PromiseWithResolvers<void> };

/**
 * Replaces the hashing of `ports/identity/embedded/scrypt.ts`: it uses no processor time, and a
 * test can pause it for one password, between the reads before it and the writes after it.
 */
export function createSlowHashing() {
  const paused = new Map<string, Paused>();

  async function work(password: string): Promise<void> {
    await sleep(WORK_MS);
    const waiting = paused.get(password);
    if (!waiting) return;
    paused.delete(password);
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
     * Pauses the next hashing of a password, started by `start`, while `meanwhile` runs.
     * @returns the result of `start`
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
      paused.set(password, waiting);
      const started = start();
      await Promise.race([waiting.reached.promise, started]);
      await meanwhile().finally(() => waiting.gate.resolve());
      return started;
    },
  };
}
