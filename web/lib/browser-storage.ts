type Where = 'localStorage' | 'sessionStorage';

/** Returns a text stored in this browser or tab; null if there is none or storage is blocked. */
export function readStored(key: string, where: Where = 'localStorage'): string | null {
  try {
    return globalThis[where].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text, null removes it; without effect if storage is blocked or full. */
export function storeText(key: string, text: string | null, where: Where = 'localStorage'): void {
  try {
    if (text === null) globalThis[where].removeItem(key);
    else globalThis[where].setItem(key, text);
  } catch {
    // What is stored here is a convenience: the page works without it.
  }
}
