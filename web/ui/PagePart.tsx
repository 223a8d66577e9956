import type { ReactNode } from 'react';
import styles from './PagePart.module.css';

/** A titled section of a page, such as an order's. */
export function PagePart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`stack-3 ${styles.part}`} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}
