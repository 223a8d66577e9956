import { useEffect, useState } from 'react';

const REST_MS = 1000;

/**
 * Follows a text that changes often, once it has stood still for a second: what is read aloud
 * then is the outcome and not every step on the way.
 */
export function useRested(text: string): string {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
