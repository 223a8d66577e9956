import { type ReactNode, type RefObject, useState } from 'react';
import { Failure } from '#web/panel/Failure.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Fold } from '#web/ui/Fold.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useSettling } from '#web/ui/use-settling.ts';
import styles from './Order.module.css';
import type { Outcome } from './queries.ts';

type Props = { title: string; outcome?: Outcome | null; children: ReactNode };

/** A part of an order's window that is always open; a `ref` makes it focusable. */
export function OpenPart({
  title,
  outcome,
  children,
  ref,
}: Props & { ref?: RefObject<HTMLElement | null> }) {
  const part = useSettling(outcome, ref);
  return (
    <section ref={part} className={styles.part} aria-label={title} tabIndex={ref ? -1 : undefined}>
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
  /** There is nothing in it yet: a button that opens it takes less room than a fold. */
  isEmpty?: boolean;
};

/** A folded part; `brief` summarises its content. */
export function Part(props: FoldedProps) {
  const { title, label = title, brief, outcome, isEmpty = false, children } = props;
  const [isFull, setFull] = useState(!isEmpty);
  const [isOpened, setOpened] = useState(opened.has(title));
  const part = useSettling<HTMLElement>(outcome);
  // A part that is emptied stays a fold, with its message.
  if (!isEmpty && !isFull) setFull(true);
  if (!isFull && !isOpened) {
    return (
      <section className={styles.empty} aria-label={label}>
        <Button variant="quiet" aria-label={`Abrir ${title}`} onClick={() => setOpened(true)}>
          <Icon name="plus" /> {title}
        </Button>
      </section>
    );
  }
  const toggle = (isOpen: boolean) => {
    if (isOpen) opened.add(title);
    else opened.delete(title);
  };
  return (
    <section ref={part} className={styles.part} aria-label={label}>
      <Fold
        title={<h3 className={styles.title}>{title}</h3>}
        brief={brief}
        startsOpen={isOpened}
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
