import { useSyncExternalStore } from 'react';
import type { Draft } from './draft.ts';
import type { DraftStore } from './draft-store.ts';

export function useDraft(store: DraftStore): Draft {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Returns how often another tab changed the form. */
export function useFormVersion(store: DraftStore): number {
  return useSyncExternalStore(store.subscribe, store.formVersion);
}
