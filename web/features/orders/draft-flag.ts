const FLAG = 'pines.draft';

/** What of an order this browser holds: one that was begun, a link's code, or one just placed. */
export type DraftKind = 'begun' | 'code' | 'placed';

const kinds: readonly DraftKind[] = ['begun', 'code', 'placed'];

/** Returns what the stored draft holds, or null; cheap to read before anything is loaded. */
export function storedDraft(): DraftKind | null {
  try {
    const flag = localStorage.getItem(FLAG);
    return kinds.find((kind) => kind === flag) ?? null;
  } catch {
    return null;
  }
}

export function markStoredDraft(kind: DraftKind | null) {
  try {
    if (kind) localStorage.setItem(FLAG, kind);
    else localStorage.removeItem(FLAG);
  } catch {
    // Storage is off limits here: the draft lives as long as the page.
  }
}
