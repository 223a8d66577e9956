import { setImmediate as nextTick } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a later turn of the event loop, one caller per turn: long work is done in steps of some
 * milliseconds with a call before each, so that other requests are answered between any two.
 */
export function takeTurn(): Promise<void> {
  last = last.then(() => nextTick());
  return last;
}
