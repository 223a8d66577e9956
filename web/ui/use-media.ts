import { useSyncExternalStore } from 'react';

/** Devices whose first pointer is a finger: phones and tablets. */
export const TOUCH = '(pointer: coarse)';

/** @returns whether a media query holds, now and whenever that changes */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
