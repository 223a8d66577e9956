import type { ReactNode } from 'react';
import { useMedia } from '#web/ui/use-media.ts';
import styles from './Split.module.css';
import type { TabPlace } from './tab-place.ts';

type Props = Pick<TabPlace, 'open' | 'orderWindow'> & {
  onClose: () => void;
  /** Called before the order is closed. */
  onDeleted: (id: string) => void;
  children: ReactNode;
};

/** A list with the open order beside it, or over it on narrow screens. */
export function Split({ open, orderWindow, onClose, onDeleted, children }: Props) {
  // In units of the root's text: a media query's rem does not follow every kind of text zoom.
  const textPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isWide = useMedia(`(width >= ${75 * textPx}px)`);
  return (
    <div className={styles.split} data-beside={(isWide && open) || undefined}>
      <div className={styles.list}>{children}</div>
      {open &&
        orderWindow({
          ...{ id: open, isBeside: isWide, onClose },
          onDeleted: () => {
            onDeleted(open);
            onClose();
          },
        })}
    </div>
  );
}
