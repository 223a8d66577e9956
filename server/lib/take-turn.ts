import { setImmediate as nextTick } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Returns in a later turn of the event loop, in which nobody else is returned to: whoever has much to
 * read or to write down does it in steps of some milliseconds and calls this before each, so that
 * other requests are answered between any two of them.
 */
export function takeTurn(): Promise<void> {
  last = last.then(() => nextTick());
  return last;
}
