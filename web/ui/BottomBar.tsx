import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import styles from './BottomBar.module.css';
import { scrollAcross } from './scroll-across.ts';
import { settle } from './use-settling.ts';

type Props = {
  label: string;
  /** The bar's subject; screen readers announce changes. */
  text: ReactNode;
  /** Whether it takes the focus when it appears as the result of a click. */
  takesFocus?: boolean;
  /** The button that closes it. */
  close: ReactNode;
  /** The actions. */
  children?: ReactNode;
};

/** Distance from the focus ring. */
const GAP = 16;

/** Adds scroll padding, so that the bar never covers the focused element. */
function useClearance(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = bar;
    const style = current?.closest('dialog')?.style;
    if (!current || !style) return;
    const observer = new ResizeObserver(() => {
      const isStuck = getComputedStyle(current).position === 'sticky';
      style.scrollPaddingBlockEnd = isStuck ? `${current.offsetHeight + GAP}px` : '';
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.scrollPaddingBlockEnd = '';
    };
  }, [bar]);
}

/** Browsers leave a focused button where it is as soon as a part of it is seen. */
function useFocusInSight(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = row;
    const show = ({ target }: FocusEvent) => {
      // By keys only: nothing slides away under a finger.
      const isByKeys = target instanceof Element && target.matches(':focus-visible');
      if (current && isByKeys) scrollAcross(current, target);
    };
    current?.addEventListener('focusin', show);
    return () => current?.removeEventListener('focusin', show);
  }, [row]);
}

export function BottomBar({ label, text, takesFocus = false, close, children }: Props) {
  const bar = useRef<HTMLElement>(null);
  const acts = useRef<HTMLDivElement>(null);
  useClearance(bar);
  useFocusInSight(acts);
  // One bar replaces another: a second click on 'Pagado' would be on 'Deshacer'.
  useLayoutEffect(() => settle(bar.current), []);
  useLayoutEffect(() => {
    if (takesFocus) bar.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  // A bar that disappears gives its focus to its window.
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const heading = element.closest('dialog')?.querySelector('h2');
      // Waits until a window that closes with the bar no longer blocks the focus.
      queueMicrotask(() => heading?.focus({ preventScroll: true }));
    };
  }, []);
  return (
    <section ref={bar} className={styles.bar} aria-label={label} tabIndex={-1}>
      <div className={styles.text} role="status">
        {text}
      </div>
      <div ref={acts} className={`scrolls-across ${styles.acts}`}>
        {children}
      </div>
      {close}
    </section>
  );
}
