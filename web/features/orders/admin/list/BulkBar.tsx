import { useState } from 'react';
import type { AdminOrder } from '#contract/orders-admin.ts';
import parts from '#web/features/admin/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import styles from './BulkBar.module.css';
import { BulkWindow } from './BulkWindow.tsx';

type Props = { orders: readonly AdminOrder[]; onClear: () => void };

/** What can be done with all chosen orders; stays in sight while they are being chosen. */
export function BulkBar({ orders, onClear }: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = (isDone: boolean) => {
    setOpen(false);
    if (isDone) onClear();
  };
  return (
    <section className={styles.bar} aria-label="Pedidos seleccionados">
      <p className={styles.count} role="status">
        {orders.length === 1 ? '1 pedido seleccionado' : `${orders.length} pedidos seleccionados`}
      </p>
      <Button className={parts.button} onClick={() => setOpen(true)}>
        Cambiar estado
      </Button>
      <Button variant="quiet" aria-label="Quitar selección" onClick={onClear}>
        Quitar
      </Button>
      {isOpen && <BulkWindow orders={orders} onClose={close} />}
    </section>
  );
}
