import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/Button.tsx';
import type { OrderActions } from './order-actions.ts';
import styles from './UndoBar.module.css';

/** Offers to restore what was just removed; always rendered, for screen readers. */
export function UndoBar({ undo }: Pick<OrderActions, 'undo'>) {
  const offer = useStore(undo);
  return (
    <div className={styles.place} role="status">
      {offer && (
        <div className={`row ${styles.bar}`}>
          <span>{offer.text}</span>
          <Button variant="secondary" onClick={offer.restore}>
            Deshacer
          </Button>
        </div>
      )}
    </div>
  );
}
