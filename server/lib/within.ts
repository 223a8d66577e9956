import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Returns the result of `work` within `ms` milliseconds; undefined after that, while it continues.
 * @param work may call its argument to know whether the time is over
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
