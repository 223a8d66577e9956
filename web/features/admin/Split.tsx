import type { ReactNode } from 'react';
import { useMedia } from '#web/ui/use-media.ts';
import styles from './Split.module.css';

type Props = {
  children: ReactNode;
  /** Returns the order's window, which stands beside the list where there is room. */
  pane: (isBeside: boolean) => ReactNode;
};

/** A list, and beside it the order that is open; where it is narrow, over it. */
export function Split({ children, pane }: Props) {
  // By the text that is read: a media query's own rem does not follow every way of enlarging it.
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
