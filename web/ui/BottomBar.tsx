import type { ReactNode } from 'react';
import styles from './BottomBar.module.css';

type Props = {
  label: string;
  /** What the bar is about; a screen reader hears of it when it changes. */
  text: ReactNode;
  children: ReactNode;
};

/** What can be done now, at the lower edge of a window while its list is scrolled. */
export function BottomBar({ label, text, children }: Props) {
  return (
    <section className={styles.bar} aria-label={label}>
      <p className={styles.text} role="status">
        {text}
      </p>
      {children}
    </section>
  );
}
