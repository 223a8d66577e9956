import type { ReactNode, Ref } from 'react';
import { Failure } from '#web/panel/Failure.tsx';
import { Fold } from '#web/ui/Fold.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './Order.module.css';
import type { Outcome } from './queries.ts';

type Props = { title: string; outcome?: Outcome | null; children: ReactNode };

/** A part of an order's window that is always open; a `ref` makes it focusable. */
export function OpenPart({ title, outcome, children, ref }: Props & { ref?: Ref<HTMLElement> }) {
  return (
    <section ref={ref} className={styles.part} aria-label={title} tabIndex={ref ? -1 : undefined}>
      {children}
      <News outcome={outcome} />
    </section>
  );
}

/** Titles of the parts that stay open in the next order. */
const opened = new Set<string>();

type FoldedProps = Props & {
  brief: ReactNode;
  /** Its name as a region, where the page behind the window has one of the title. */
  label?: string;
};

/** A folded part; `brief` summarises its content. */
export function Part({ title, label = title, brief, outcome, children }: FoldedProps) {
  const toggle = (isOpen: boolean) => {
    if (isOpen) opened.add(title);
    else opened.delete(title);
  };
  return (
    <section className={styles.part} aria-label={label}>
      <Fold
        title={<h3 className={styles.title}>{title}</h3>}
        brief={brief}
        startsOpen={opened.has(title)}
        onToggle={toggle}
      >
        {() => children}
      </Fold>
      <News outcome={outcome} />
    </section>
  );
}

function News({ outcome = null }: { outcome?: Outcome | null | undefined }) {
  return (
    <>
      <div role="status" className={styles.news}>
        {outcome?.tone === 'success' && (
          <Notice tone="success" role="presentation">
            {outcome.text}
          </Notice>
        )}
      </div>
      {outcome?.tone === 'error' && <Failure error={outcome.error} text={outcome.text} />}
    </>
  );
}
