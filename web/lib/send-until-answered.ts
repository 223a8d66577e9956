import { LostAnswer } from './api.ts';

/** Waits before each retry, in milliseconds: a failure is told within five seconds. */
const RETRY_MS = [400, 800, 1600];

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
