import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Longer than the pause between the two clicks of a double click. */
const SETTLING_MS = 700;

/** Ignores clicks on an element for a moment, such as on one that appears under the pointer. */
export function settle(element: Element | null): void {
  element?.animate({ pointerEvents: ['none', 'none'] }, SETTLING_MS);
}

/**
 * Ignores clicks on an element for a moment after its content has changed: the second of two quick
 * clicks was meant for what stood there before.
 * @param content changes whenever its buttons move or change their meaning; compared by identity
 * @param given the element's ref, if the caller has it already
 */
export function useSettling<Settled extends HTMLElement>(
  content: unknown,
  given?: RefObject<Settled | null>,
): RefObject<Settled | null> {
  const own = useRef<Settled>(null);
  const element = given ?? own;
  const settled = useRef(content);
  useLayoutEffect(() => {
    if (settled.current === content) return;
    settled.current = content;
    settle(element.current);
  }, [element, content]);
  return element;
}
