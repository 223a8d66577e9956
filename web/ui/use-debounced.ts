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
