import { useLayoutEffect, useState } from 'react';
import { Toaster, useSonner } from 'sonner';
import { useMedia } from '#web/ui/use-media.ts';
import styles from './Toasts.module.css';

/** Height of a toast with two lines, in pixels. */
const TALL = 96;

export function Toasts() {
  const isNarrow = useMedia('(width < 40rem)');
  const isBeside = useMedia('(width >= 80rem)');
  const lift = useLift();
  const offset = { bottom: isBeside ? 'var(--space-4)' : `calc(${lift}px + var(--space-4))` };
  return (
    <Toaster
      className={styles.toasts ?? ''}
      position={isNarrow ? 'bottom-center' : 'bottom-right'}
      duration={4000}
      theme="system"
      style={{ '--width': 'var(--toast-width)' }}
      offset={offset}
      mobileOffset={offset}
      containerAriaLabel="Avisos"
      toastOptions={{ closeButtonAriaLabel: 'Cerrar aviso' }}
    />
  );
}

/** What a toast never covers: the price bar, totals, and what it tells of. */
const CLEAR = '[data-no-toast]';

/**
 * Returns how far to raise a toast so that it covers neither the bar at the bottom of the window,
 * nor the focused element, which is used next, nor elements with `data-no-toast`. In pixels; 0 if
 * the bottom of the window is free.
 */
function useLift(): number {
  const count = useSonner().toasts.length;
  const [lift, setLift] = useState(0);
  useLayoutEffect(() => {
    const bar = measureBar();
    let free = innerHeight - bar;
    const focused = document.activeElement === document.body ? null : document.activeElement;
    const kept = [...document.querySelectorAll(CLEAR), ...(focused ? [focused] : [])]
      .map((element) => element.getBoundingClientRect())
      .sort((a, b) => b.bottom - a.bottom);
    for (const { top, bottom } of kept) if (top < free && bottom > free - TALL) free = top;
    // With no room above, the bottom is the lesser evil.
    setLift(count === 0 || free < TALL ? bar : innerHeight - free);
  }, [count]);
  return lift;
}

/** Returns how far a bar without room for a toast below it reaches up, in pixels; 0: there is none. */
function measureBar(): number {
  const rect = document.querySelector('[data-bar]')?.getBoundingClientRect();
  if (!rect || rect.top >= innerHeight || innerHeight - rect.bottom >= TALL) return 0;
  return innerHeight - rect.top;
}
