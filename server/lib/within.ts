import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Returns what work comes to within so many milliseconds; undefined: it is still under way, and goes on.
 * @param work may ask whether nobody waits for it any more
 */
export async function within<T>(
  ms: number,
  work: (isOver: () => boolean) => Promise<T>,
): Promise<T | undefined> {
  const waiting = new AbortController();
  let isOver = false;
  const patience = sleep(ms, undefined, { signal: waiting.signal }).then(
    () => {
      isOver = true;
      return undefined;
    },
    () => undefined,
  );
  try {
    return await Promise.race([work(() => isOver), patience]);
  } finally {
    waiting.abort();
  }
}
