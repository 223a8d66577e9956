import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a later turn of the event loop, one caller per turn: long work is done in steps of some
 * milliseconds with a call before each, so that other requests are answered between any two.
 */
export function takeTurn(): Promise<void> {
  last = last.then(() => nextTick());
  return last;
}

/** Milliseconds of work before other requests get their turn, and the longest rest after it. */
const STEP_MS = 2;
const MAX_REST_MS = 20;

/**
 * Returns a function to call between the parts of long work: once they took some milliseconds, it
 * takes a turn and rests for as long, and otherwise returns at once. A request takes several turns;
 * without the rest each would wait for a further step, and a busy machine would give the process its
 * share of the processor late.
 */
export function createPacer(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    const took = performance.now() - began;
    if (took < STEP_MS) return;
    await takeTurn();
    await sleep(Math.min(took, MAX_REST_MS));
    began = performance.now();
  };
}
