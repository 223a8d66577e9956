import type { Log } from '../log.ts';

/** A chore that the shop does now and then by itself. */
export type Chore = { name: string; everyMs: number; run: () => Promise<unknown> };

/**
 * Runs each chore soon and then at its interval, never twice at once; a failure is logged and
 * tried again next time.
 * @returns a function that stops them and waits for the one that runs
 */
export function startChores(chores: readonly Chore[], log: Log): () => Promise<void> {
  const running = new Map<string, Promise<void>>();

  async function runOnce({ name, run }: Chore): Promise<void> {
    try {
      const result = await run();
      log.debug({ chore: name, result }, 'chore done');
    } catch (error) {
      log.error({ chore: name, err: error }, 'chore failed');
    }
  }

  const timers = chores.map((chore) => {
    const start = () => {
      if (running.has(chore.name)) return;
      running.set(
        chore.name,
        runOnce(chore).finally(() => running.delete(chore.name)),
      );
    };
    start();
    return setInterval(start, chore.everyMs);
  });

  return async () => {
    timers.forEach(clearInterval);
    await Promise.all(running.values());
  };
}
