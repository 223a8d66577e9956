/** Logs an error to the browser's console; `what` was attempted, in a few words. */
export function logFailure(what: string, error: unknown) {
  console.warn(`${what}:`, error);
}
