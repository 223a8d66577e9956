import { isVoid } from '#domain/orders/status.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './OrderNumber.module.css';

export function OrderNumber({ id, status }: { id: string; status: string | undefined }) {
  if (!status || !isVoid(status)) return <>{id}</>;
  return (
    <span className={styles.cancelled}>
      <Icon name="cancelled" />
      <s>{id}</s>
    </span>
  );
}
