const FIRST_MS = 5000;
const LONGEST_MS = 3_600_000;
const JITTER = 0.25;

/** How often a job is tried before it is given up, after about two days. */
export const MAX_ATTEMPTS = 58;

/**
 * How long to wait before trying again: twice as long each time up to an hour, and never quite the
 * same, so that what failed together does not return together.
 * @param attempts made so far, 1 or more
 * @param random 0 to 1
 * @returns milliseconds
 */
export function retryDelay(attempts: number, random: number = Math.random()): number {
  const delay = Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS);
  return Math.round(delay * (1 + JITTER * (2 * random - 1)));
}
