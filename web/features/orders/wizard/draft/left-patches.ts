import type { Patch } from './rows.ts';

const KEY = 'pines.draft.left';

/**
 * Keeps what a page that goes away has not stored yet: its database would answer too late. A page
 * that is shown again as it was left stores it by itself.
 * @param read returns it, as of then
 */
export function keepAtLeave(read: () => readonly Patch[]) {
  addEventListener('pagehide', () => {
    const patches = read();
    if (patches.length > 0) write(JSON.stringify({ at: Date.now(), patches }));
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) forgetLeft();
  });
}

/** For a draft that is taken away: what an earlier page left of it goes, too. */
export function forgetLeft() {
  write(null);
}

/** Returns what the page before left like that, once. @param since older ones count no more */
export function takeLeft(since: number): Patch[] {
  try {
    const text = localStorage.getItem(KEY);
    if (text === null) return [];
    localStorage.removeItem(KEY);
    const { at, patches }: { at: number; patches: Patch[] } = JSON.parse(text);
    return at < since ? [] : patches;
  } catch {
    return [];
  }
}

function write(text: string | null) {
  try {
    if (text === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
  } catch {
    // Storage is off limits here, or full: the last change is lost with its page.
  }
}
