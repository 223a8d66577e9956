import { useStore } from '#web/lib/store.ts';

const hydrated = { get: () => true, subscribe: () => () => undefined };

/** Returns false in the prerendered page and in the first pass over it, then true. */
export function useHydrated(): boolean {
  return useStore(hydrated, false);
}
