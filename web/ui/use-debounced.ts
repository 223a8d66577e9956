import { useEffect, useState } from 'react';

/** Returns the value once it is unchanged for `ms` milliseconds; until then the previous one. */
export function useDebounced<T>(value: T, ms: number, first = value): T {
  const [debounced, setDebounced] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}

/** How long a text is unchanged before it is announced to screen readers, in milliseconds. */
const ANNOUNCE_MS = 1000;

/** Returns a text once it is unchanged for a second, so that only the result is announced. */
export function useAnnounced(text: string): string {
  return useDebounced(text, ANNOUNCE_MS, '');
}
