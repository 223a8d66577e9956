/** Does work while no other tab does it; at once where the browser has no locks (or no HTTPS). */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(name, work);
}
