const PREFIX = 'pines.reloaded.';

/**
 * Reloads the page if the server answers: browsers before whatwg/html#10327 keep the failure
 * of a module until then, so trying it again is not enough.
 * @param purpose what `takeReload` asks for afterwards
 * @param note handed over to it
 * @throws when it does not, nor the proxy before it for the shop: the page stays as it is
 */
export async function reloadPage(purpose: string, note = ''): Promise<void> {
  const { status } = await fetch(location.href, { method: 'HEAD' });
  if (status >= 500) throw new Error('the server cannot answer now');
  try {
    sessionStorage.setItem(PREFIX + purpose, note);
  } catch {
    // Storage is off limits here: the reload alone has to do.
  }
  location.reload();
}

/** Returns the note with which the page was reloaded for this purpose, once; else null. */
export function takeReload(purpose: string): string | null {
  try {
    const note = sessionStorage.getItem(PREFIX + purpose);
    sessionStorage.removeItem(PREFIX + purpose);
    return note;
  } catch {
    return null;
  }
}

/** Whether this tab showed the page before: its reader wants to be where they were. */
export function isReturning(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate';
}
