import { Dialog } from '#web/ui/Dialog.tsx';
import { OrderDetail } from './OrderDetail.tsx';
import type { ShownOrder } from './shown-order.ts';

type Props = { order: ShownOrder; onChanged: () => void; onClose: () => void };

export function OrderDialog({ order, onChanged, onClose }: Props) {
  return (
    <Dialog title="Detalle del Pedido" onClose={onClose}>
      <OrderDetail order={order} onChanged={onChanged} />
    </Dialog>
  );
}
