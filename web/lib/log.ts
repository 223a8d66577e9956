/** Leaves a trace of a failure in the browser's console; `what` was tried, in a few words. */
export function logFailure(what: string, error: unknown) {
  console.warn(`${what}:`, error);
}
