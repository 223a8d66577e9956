import { useEffect, useRef } from 'react';
import { scrollToTop } from '#web/ui/motion.ts';
import type { Step } from './draft/draft.ts';

/**
 * Brings the wizard into view, and its heading into focus, on each change of step and whenever
 * the visitor asks for it. A draft that comes back by itself takes neither.
 * @param calls how often the visitor asked
 */
export function useStepFocus(step: Step, calls: number) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(calls > 0 ? '' : `${step}.${calls}`);

  useEffect(() => {
    const view = `${step}.${calls}`;
    if (shown.current === view || !place.current) return;
    shown.current = view;
    scrollToTop(place.current);
    const heading = place.current.querySelector<HTMLElement>('[data-step-heading]');
    heading?.focus({ preventScroll: true });
  }, [step, calls]);

  return place;
}
