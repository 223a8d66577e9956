import type { ReactNode } from 'react';
import { Check } from '#web/ui/Check.tsx';
import styles from './Rows.module.css';
import { rowKey } from './use-panel-keys.ts';

type Props = {
  id: string;
  number: ReactNode;
  /** Null: the order cannot be selected. */
  choice: { isChosen: boolean; onChoose: (isChosen: boolean) => void } | null;
  onOpen: () => void;
  className?: string | undefined;
  children: ReactNode;
};

/** The beginning of an order's row: its checkbox, and its number, which opens it. */
export function OrderRowHead({ id, number, choice, onOpen, className, children }: Props) {
  return (
    <div className={`row ${styles.head} ${className ?? ''}`}>
      {choice && (
        <Check
          className={styles.choice}
          aria-label={`Seleccionar el pedido ${id}`}
          checked={choice.isChosen}
          onToggle={choice.onChoose}
        />
      )}
      <h4 className={styles.id}>
        <button type="button" className={`plain ${styles.open}`} {...rowKey} onClick={onOpen}>
          {number}
        </button>
      </h4>
      {children}
    </div>
  );
}
