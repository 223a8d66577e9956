import { useEffect, useState } from 'react';

const REST_MS = 1000;

/** Follows a text once it stood still for a second: the outcome is read aloud, not every step. */
export function useRested(text: string): string {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
