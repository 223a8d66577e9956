import { performance } from 'node:perf_hooks';

// None of this does anything unless Node runs with `--expose-gc`.

/** Above this, buffers are garbage rather than work under way. */
const MOST_BYTES = 24_000_000;
/** Share of the time that the event loop works; below this the process rests. */
const BUSY = 0.2;
/** A collection is worth it from here on. */
const GROWN_BYTES = 16_000_000;
/** Looks from one collection to the next: each holds everybody up for a tenth of a second. */
const PAUSE_LOOKS = 6;

/**
 * Collects garbage when buffers hold much memory. They lie outside of V8's heap, which is in no hurry
 * to let them go: up to 64 MB pile up otherwise.
 */
export function collectBuffers(): void {
  if (process.memoryUsage().arrayBuffers > MOST_BYTES) globalThis.gc?.();
}

/**
 * Gives memory back to the system when the process rests and holds 16 MB more than it kept the last
 * time: V8 by itself collects garbage only while more work comes.
 * @param lookMs how often it looks, in milliseconds
 */
export function giveBackAtRest(lookMs = 5000): void {
  let looked = performance.eventLoopUtilization();
  let keptBytes = 0;
  let pause = 0;
  const look = () => {
    const since = looked;
    looked = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(looked, since);
    pause -= 1;
    if (pause > 0 || utilization > BUSY) return;
    if (process.memoryUsage.rss() < keptBytes + GROWN_BYTES) return;
    giveBack();
    keptBytes = process.memoryUsage.rss();
    pause = PAUSE_LOOKS;
  };
  setInterval(look, lookMs).unref();
}

/**
 * Gives memory back to the system once there has been no work for a while, but not between two
 * pictures of one visitor: V8 forgets what it has compiled.
 * @returns what is to be called when some begins and when it ends
 */
export function giveBackAfterWork(restMs = 5000): () => void {
  const rest = setTimeout(giveBack, restMs).unref();
  return () => void rest.refresh();
}

/** Of V8's kinds of collection the one that moves objects together and empties its stores. */
function giveBack(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
