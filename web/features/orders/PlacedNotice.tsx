import { Button } from '#web/ui/Button.tsx';
import type { PlacedOrder } from './draft/draft.ts';
import styles from './PlacedNotice.module.css';

type Props = { placed: PlacedOrder; onDismiss: () => void };

/** Keeps the last order's number in sight until its buyer has noted it. */
export function PlacedNotice({ placed, onDismiss }: Props) {
  return (
    <section className={styles.notice} aria-label="Tu último pedido">
      <p>
        Recibimos tu pedido <strong className={styles.number}>{placed.id}</strong>. Anota el número:
        con él te ayudamos si nos escribes.
      </p>
      <Button look="secondary" onClick={onDismiss}>
        Entendido
      </Button>
    </section>
  );
}
