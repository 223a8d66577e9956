import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether the page's script runs: not in the page as it is sent, nor in the first pass over it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
