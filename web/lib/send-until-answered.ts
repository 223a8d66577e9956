import { LostAnswer } from './api.ts';

/** Waits before each retry after a lost response, in milliseconds. */
const RETRY_MS = [1000, 2000, 4000];

const pauseFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Retries an idempotent request until there is a response. @throws Refusal, LostAnswer */
export async function sendUntilAnswered<T>(
  send: () => Promise<T>,
  wait: (ms: number) => Promise<void> = pauseFor,
): Promise<T> {
  for (const pause of RETRY_MS) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof LostAnswer)) throw error;
      await wait(Math.max(pause, error.waitMs ?? 0));
    }
  }
  return send();
}
