import { useLayoutEffect, useState } from 'react';
import { Toaster, useSonner } from 'sonner';
import { useMedia } from '#web/ui/use-media.ts';
import styles from './Toasts.module.css';

/** Height of a toast with two lines, in pixels. */
const TALL = 96;

export function Toasts() {
  const isNarrow = useMedia('(width < 40rem)');
  const lift = useLift();
  /** Above the price bar, if there is one, and above the focused element. */
  const offset = { bottom: `calc(max(var(--bar-cover, 0px), ${lift}px) + var(--space-4))` };
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

/**
 * Returns how far to raise a toast so that it does not cover the focused element, which is used
 * next. In pixels; 0 if the bottom of the window is free.
 */
function useLift(): number {
  const count = useSonner().toasts.length;
  const [lift, setLift] = useState(0);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (count === 0 || !focused || focused === document.body) return setLift(0);
    const bar = Number.parseFloat(document.documentElement.style.getPropertyValue('--bar-cover'));
    const free = innerHeight - (bar || 0);
    const { top, bottom } = focused.getBoundingClientRect();
    const isInTheWay = top < free && bottom > free - TALL;
    setLift(isInTheWay ? innerHeight - top : 0);
  }, [count]);
  return lift;
}
