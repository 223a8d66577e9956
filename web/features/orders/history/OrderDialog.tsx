import type { Order } from '#contract/orders.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { OrderDetail } from './OrderDetail.tsx';

/** 'Detalle del Pedido' over whatever is open. */
export function OrderDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  return (
    <Dialog title="Detalle del Pedido" onClose={onClose}>
      <OrderDetail order={order} />
    </Dialog>
  );
}
