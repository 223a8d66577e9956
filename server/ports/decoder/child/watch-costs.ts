import type { Request, Result } from '../messages.ts';

const WATCH_MS = 20;
/** Several times what the most expensive picture takes that the header lets through. */
const MAX_SPENT_MS = 15_000;

/**
 * Watches what a picture costs while it is decoded, for its header may not tell it all.
 * @param onOver gets the answer; the decoding cannot be stopped but with its process
 * @returns a function that ends the watch
 */
export function watchCosts(
  { mayBeHeavy, maxResidentBytes }: Request,
  spentMs: () => number,
  onOver: (result: Result) => void,
): () => void {
  const timer = setInterval(() => {
    const isSlow = spentMs() > MAX_SPENT_MS;
    if (!isSlow && process.memoryUsage.rss() <= maxResidentBytes) return;
    clearInterval(timer);
    const mayTryAgain = !isSlow && !mayBeHeavy;
    onOver(mayTryAgain ? { kind: 'heavy' } : { kind: 'refused', code: 'image_too_complex' });
  }, WATCH_MS);
  return () => clearInterval(timer);
}
