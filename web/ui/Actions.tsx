import type { ReactNode } from 'react';
import styles from './Actions.module.css';

/** A window's closing row: on a phone it stays at the lower edge, in reach of the thumb. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
