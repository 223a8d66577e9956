import { createStore } from '#web/lib/store.ts';
import { isSecondFactorNeeded } from './errors.ts';

/** Whether the shop has refused an admin call for want of this session's second factor. */
export const secondFactorNeeded = createStore(false);

/** Takes note when a call waits for the second factor, and passes its answer or failure on. */
export async function noteSecondFactor<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isSecondFactorNeeded(error)) secondFactorNeeded.set(true);
    throw error;
  }
}
