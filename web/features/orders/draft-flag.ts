const FLAG = 'pines.draft';

/** Whether this browser holds an order that was begun: cheap to ask before anything is loaded. */
export function hasStoredDraft(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null;
  } catch {
    return false;
  }
}

export function markStoredDraft(isThere: boolean) {
  try {
    if (isThere) localStorage.setItem(FLAG, '1');
    else localStorage.removeItem(FLAG);
  } catch {
    // Storage is off limits here: the draft lives as long as the page.
  }
}
