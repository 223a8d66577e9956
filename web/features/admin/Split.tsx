import type { ReactNode } from 'react';
import { useMedia } from '#web/ui/use-media.ts';
import styles from './Split.module.css';

type Props = {
  children: ReactNode;
  /** Returns the order's window, which is beside the list if there is room. */
  pane: (isBeside: boolean) => ReactNode;
};

/** A list with the open order beside it, or over it on narrow screens. */
export function Split({ children, pane }: Props) {
  // In units of the root's text: a media query's rem does not follow every kind of text zoom.
  const textPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isWide = useMedia(`(width >= ${75 * textPx}px)`);
  const opened = pane(isWide);
  const isBeside = isWide && Boolean(opened);
  return (
    <div className={styles.split} data-beside={isBeside || undefined}>
      <div className={styles.list}>{children}</div>
      {opened}
    </div>
  );
}
