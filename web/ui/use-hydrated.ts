import { useStore } from '#web/lib/store.ts';

const hydrated = { get: () => true, subscribe: () => () => undefined };

/** Returns false in the prerendered page and during hydration, then true. */
export function useHydrated(): boolean {
  return useStore(hydrated, false);
}
