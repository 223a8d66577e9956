import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import styles from './BottomBar.module.css';

type Props = {
  label: string;
  /** What the bar is about; a screen reader hears of it when it changes. */
  text: ReactNode;
  /** Whether it has the focus when it appears: it is the answer to a press. */
  takesFocus?: boolean;
  /** The button that closes it. */
  close: ReactNode;
  /** What can be done. */
  children?: ReactNode;
};

/** Beside the ring of what has the focus. */
const GAP = 16;

/** What gets the focus never hides behind the bar: its window scrolls as much further. */
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

export function BottomBar({ label, text, takesFocus = false, close, children }: Props) {
  const bar = useRef<HTMLElement>(null);
  useClearance(bar);
  useLayoutEffect(() => {
    if (takesFocus) bar.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  // A bar that goes gives its focus to the window that it belongs to.
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const heading = element.closest('dialog')?.querySelector('h2');
      // A window over it that goes with the bar lets nothing beneath have the focus before.
      queueMicrotask(() => heading?.focus({ preventScroll: true }));
    };
  }, []);
  return (
    <section ref={bar} className={styles.bar} aria-label={label} tabIndex={-1}>
      <div className={styles.text} role="status">
        {text}
      </div>
      <div className={`scrolls-across ${styles.acts}`}>{children}</div>
      {close}
    </section>
  );
}
