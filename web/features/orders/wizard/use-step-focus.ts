import { useEffect, useRef } from 'react';
import { isReturning } from '#web/lib/reload-page.ts';
import { scrollToTop } from '#web/ui/motion.ts';
import type { Step } from './draft/draft.ts';

/**
 * Brings the wizard into view, and its heading into focus, on each change of screen and whenever
 * the visitor asks for it. A draft that comes back by itself takes no focus.
 * @param screen the step, or the good news after the last one
 * @param calls how often the visitor asked
 */
export function useStepFocus(screen: Step | 'placed', calls: number) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(calls > 0 ? '' : `${screen}.${calls}`);

  useEffect(() => {
    if (shown.current && isReturning()) place.current?.scrollIntoView({ block: 'start' });
  }, []);

  useEffect(() => {
    const view = `${screen}.${calls}`;
    if (shown.current === view || !place.current) return;
    const isNextScreen = shown.current.endsWith(`.${calls}`);
    shown.current = view;
    // A gentle scroll would move the new screen's buttons away under a quick press.
    if (isNextScreen) place.current.scrollIntoView({ block: 'start' });
    else scrollToTop(place.current);
    const heading = place.current.querySelector<HTMLElement>('[data-step-heading]');
    heading?.focus({ preventScroll: true });
  }, [screen, calls]);

  return place;
}
