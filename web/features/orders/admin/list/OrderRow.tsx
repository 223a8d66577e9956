import { memo } from 'react';
import type { AdminOrder } from '#contract/orders-admin.ts';
import { formatDateTime } from '#domain/dates.ts';
import { formatPesos } from '#domain/money.ts';
import { regionName } from '#domain/regions.ts';
import rows from '#web/features/admin/OrderRow.module.css';
import { OrderRowHead } from '#web/features/admin/OrderRowHead.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { emailOf, typeOf } from '../detail/order-texts.ts';
import { OrderNumber } from '../OrderNumber.tsx';
import styles from './OrderList.module.css';

type Props = {
  order: AdminOrder;
  isChosen: boolean;
  onChoose: (ids: readonly string[], isChosen: boolean) => void;
  onOpen: (id: string) => void;
};

export const OrderRow = memo(function OrderRow({ order, isChosen, onChoose, onOpen }: Props) {
  const { id, deliveryData, payment } = order;
  const { pricing } = deliveryData;
  return (
    <li className={`${rows.row} ${styles.order}`} data-chosen={isChosen || undefined}>
      <OrderRowHead
        id={id}
        number={<OrderNumber id={id} status={order.status} />}
        choice={{ isChosen, onChoose: (isNow) => onChoose([id], isNow) }}
        onOpen={() => onOpen(id)}
        className={styles.head}
      >
        <div className={styles.state}>
          <span className={styles.date}>{formatDateTime(order.createdAt)}</span>
          <StatusBadge status={order.status} />
          {payment && <Badge tone="good">Pagado</Badge>}
        </div>
        <strong className={styles.total}>{formatPesos(pricing.totalAmount)}</strong>
      </OrderRowHead>
      <div className={styles.facts}>
        <Facts
          facts={[
            ['Cliente', deliveryData.fullName],
            ['Email', emailOf(order)],
            ['Teléfono', deliveryData.phone],
          ]}
        />
        <Facts
          facts={[
            ['Dirección', deliveryData.address],
            ['Ciudad', deliveryData.city],
            ['Región', regionName(deliveryData.region)],
          ]}
        />
        <Facts
          facts={[
            ['Tipo', typeOf(order)],
            ['Imágenes', String(pricing.imagesCount)],
            [
              'Notas',
              <span key="notes" className={styles.notes}>
                {order.notes || '–'}
              </span>,
            ],
          ]}
        />
      </div>
    </li>
  );
});
