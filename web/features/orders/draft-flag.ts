import { tryStorage } from '#web/lib/browser-storage.ts';

const FLAG = 'pines.draft';

/** What this browser stores of an order: a draft, a link's code, or an order just placed. */
export type DraftKind = 'begun' | 'code' | 'placed';

const kinds: readonly DraftKind[] = ['begun', 'code', 'placed'];

/** Returns the kind of the stored draft, or null; cheap to read before anything is loaded. */
export function storedDraft(): DraftKind | null {
  const flag = tryStorage(() => localStorage.getItem(FLAG));
  return kinds.find((kind) => kind === flag) ?? null;
}

export function markStoredDraft(kind: DraftKind | null) {
  tryStorage(() => (kind ? localStorage.setItem(FLAG, kind) : localStorage.removeItem(FLAG)));
}
