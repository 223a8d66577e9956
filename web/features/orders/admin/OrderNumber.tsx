import { Icon } from '#web/ui/Icon.tsx';
import styles from './OrderNumber.module.css';

export function OrderNumber({ id, status }: { id: string; status: string | undefined }) {
  if (status !== 'cancelled') return id;
  return (
    <span className={styles.cancelled}>
      <Icon name="cancelled" />
      <s>{id}</s>
    </span>
  );
}
