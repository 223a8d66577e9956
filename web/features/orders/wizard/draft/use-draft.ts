import { useStore } from '#web/lib/store.ts';
import type { Draft } from './draft.ts';
import type { DraftStore } from './draft-store.ts';

export function useDraft(store: DraftStore): Draft {
  return useStore(store);
}

/** Returns how often another tab has changed the form. */
export function useFormVersion(store: DraftStore): number {
  return useStore({ get: store.formVersion, subscribe: store.subscribe });
}
