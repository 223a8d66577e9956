import { Dialog } from '#web/ui/Dialog.tsx';
import { OrderDetail } from './OrderDetail.tsx';
import type { ShownOrder } from './shown-order.ts';

export function OrderDialog({ order, onClose }: { order: ShownOrder; onClose: () => void }) {
  return (
    <Dialog title="Detalle del Pedido" onClose={onClose}>
      <OrderDetail order={order} />
    </Dialog>
  );
}
