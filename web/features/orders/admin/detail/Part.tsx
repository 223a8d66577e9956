import type { ReactNode } from 'react';
import { Failure } from '#web/features/admin/Failure.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './Order.module.css';
import type { Outcome } from './queries.ts';

type Props = { title: string; outcome?: Outcome | null; children: ReactNode };

export function Part({ title, outcome, children }: Props) {
  return (
    <section className={styles.part} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      {children}
      <div role="status" className={styles.news}>
        {outcome?.tone === 'success' && (
          <Notice tone="success" role="presentation">
            {outcome.text}
          </Notice>
        )}
      </div>
      {outcome?.tone === 'error' && <Failure error={outcome.error} text={outcome.text} />}
    </section>
  );
}
