import { useState } from 'react';
import type { AdminOrder } from '#contract/orders-admin.ts';
import parts from '#web/features/admin/parts.module.css';
import { BottomBar } from '#web/ui/BottomBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { BulkWindow } from './BulkWindow.tsx';

type Props = { orders: readonly AdminOrder[]; onClear: () => void };

export function BulkBar({ orders, onClear }: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = (isDone: boolean) => {
    setOpen(false);
    if (isDone) onClear();
  };
  return (
    <BottomBar
      label="Pedidos seleccionados"
      text={
        orders.length === 1 ? '1 pedido seleccionado' : `${orders.length} pedidos seleccionados`
      }
    >
      <Button className={parts.button} onClick={() => setOpen(true)}>
        Cambiar estado
      </Button>
      <Button variant="quiet" aria-label="Quitar selección" onClick={onClear}>
        Quitar
      </Button>
      {isOpen && <BulkWindow orders={orders} onClose={close} />}
    </BottomBar>
  );
}
