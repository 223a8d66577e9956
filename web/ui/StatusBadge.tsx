import { statusLabel } from '#domain/orders.ts';
import styles from './StatusBadge.module.css';

/** Yellow while the order waits, green afterwards. */
export function StatusBadge({ status }: { status: string }) {
  const isPending = status === 'pending';
  return (
    <span className={`${styles.badge} ${isPending ? styles.pending : styles.moving}`}>
      {statusLabel(status)}
    </span>
  );
}
