/** Runs work while no other tab does; without a lock if the browser has none (or no HTTPS). */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(name, work);
}
