/** Above this, buffers are garbage rather than work under way. */
const MOST_BYTES = 24_000_000;

/**
 * Collects garbage when buffers hold much memory. They lie outside of V8's heap, which is in no hurry
 * to let them go: up to 64 MB pile up otherwise. Does nothing unless Node runs with `--expose-gc`.
 */
export function collectBuffers(): void {
  if (process.memoryUsage().arrayBuffers > MOST_BYTES) globalThis.gc?.();
}
