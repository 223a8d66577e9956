import { type RefObject, useEffect, useRef } from 'react';

/** Returns a ref to an element that is scrolled into view, above a fixed bar, once it has a text. */
export function useIntoView<Shown extends HTMLElement>(text: unknown): RefObject<Shown | null> {
  const shown = useRef<Shown>(null);
  useEffect(() => {
    if (text) shown.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return shown;
}
