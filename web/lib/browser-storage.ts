/** Returns what `work` reads from the browser's storage; null if it is blocked or full. */
export function tryStorage<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
