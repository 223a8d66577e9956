import { tryStorage } from './browser-storage.ts';

const PREFIX = 'pines.reloaded.';

/**
 * Reloads the page if the server responds: in browsers before whatwg/html#10327 the failure of a
 * module persists until then, so that a retry is useless.
 * @param purpose argument for `takeReload` afterwards
 * @param note returned by it
 * @throws without a response or on a server error: the page is not reloaded
 */
export async function reloadPage(purpose: string, note = ''): Promise<void> {
  const { status } = await fetch(location.href, { method: 'HEAD' });
  if (status >= 500) throw new Error('the server cannot answer now');
  tryStorage(() => sessionStorage.setItem(PREFIX + purpose, note));
  location.reload();
}

/** Returns the note of a reload for this purpose, once; else null. */
export function takeReload(purpose: string): string | null {
  return tryStorage(() => {
    const note = sessionStorage.getItem(PREFIX + purpose);
    sessionStorage.removeItem(PREFIX + purpose);
    return note;
  });
}

/** Returns true if this tab showed the page before: its reader wants to continue there. */
export function isReturning(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate';
}
