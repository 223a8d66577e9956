import { useState } from 'react';
import { formatDateTime } from '#domain/dates.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import styles from './OrderCard.module.css';
import { OrderDetail, showAmount, showCount } from './OrderDetail.tsx';
import { OrderPin } from './OrderPin.tsx';
import { type Begun, RepeatDialog } from './RepeatDialog.tsx';
import type { ShownOrder } from './shown-order.ts';

type Props = {
  order: ShownOrder;
  /** The shop has more to tell of it than before. */
  onChanged: () => void;
  onRepeated: () => void;
};

/** One order of the history; a click anywhere on it opens its detail. */
export function OrderCard({ order, onChanged, onRepeated }: Props) {
  const [open, setOpen] = useState<'detail' | 'repeat' | null>(null);
  const [begun, setBegun] = useState<Begun | null>(null);
  // Outlives the window: whoever closes it without an answer may have ordered.
  const [orderKey, setOrderKey] = useState<string>(() => crypto.randomUUID());
  const renewKey = () => setOrderKey(crypto.randomUUID());
  const { pricing, address, city, notes } = order.deliveryData;
  const { imagesCount } = pricing;
  const isRepeatable = order.items.length > 0;
  const close = (left: Begun | null = null) => {
    setBegun(left);
    setOpen(null);
  };
  const repeated = () => {
    close();
    renewKey();
    onRepeated();
  };
  return (
    <li className={styles.card}>
      <OrderPin item={order.items[0]} />
      <div className={styles.head}>
        <h3 className={styles.title}>
          <button type="button" className={styles.open} onClick={() => setOpen('detail')}>
            Pedido <span className={styles.id}>{order.id}</span>
          </button>
        </h3>
        <p className={styles.when}>
          <StatusBadge status={order.status} /> {formatDateTime(order.createdAt)}
        </p>
      </div>
      <div className={styles.text}>
        <p>
          {imagesCount === 1 ? '1 imagen' : `${showCount(imagesCount)} imágenes`} ·{' '}
          <strong>{showAmount(pricing.totalAmount)}</strong>
        </p>
        <p dir="auto">
          {address}, {city}
        </p>
        {notes && (
          <p className={styles.soft} dir="auto">
            Notas: {notes}
          </p>
        )}
      </div>
      {isRepeatable && (
        <Button variant="secondary" className={styles.repeat} onClick={() => setOpen('repeat')}>
          Repetir pedido
        </Button>
      )}
      {open === 'detail' && (
        <OrderDialog order={order} onChanged={onChanged} onClose={() => setOpen(null)} />
      )}
      {open === 'repeat' && (
        <RepeatDialog
          order={order}
          orderKey={orderKey}
          onTaken={renewKey}
          begun={begun}
          onBack={close}
          onClose={() => close()}
          onDone={repeated}
        />
      )}
    </li>
  );
}

type OrderDialogProps = { order: ShownOrder; onChanged: () => void; onClose: () => void };

function OrderDialog({ order, onChanged, onClose }: OrderDialogProps) {
  return (
    <Dialog title="Detalle del Pedido" onClose={onClose}>
      <OrderDetail order={order} onChanged={onChanged} />
    </Dialog>
  );
}
