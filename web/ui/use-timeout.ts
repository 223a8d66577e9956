import { useEffect, useEffectEvent } from 'react';

/** Calls back once `what` has been set, and unchanged, for `ms` milliseconds. */
export function useTimeout(what: unknown, ms: number, done: () => void): void {
  // Memoising would cost more than it saves.
  'use no memo';
  const call = useEffectEvent(done);
  useEffect(() => {
    if (!what) return;
    const timer = setTimeout(() => call(), ms);
    return () => clearTimeout(timer);
  }, [what, ms]);
}
