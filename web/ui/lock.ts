/**
 * Does work while no other tab of this browser does the same work.
 * Browsers without locks (or pages outside HTTPS) do it at once.
 */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(name, work);
}
