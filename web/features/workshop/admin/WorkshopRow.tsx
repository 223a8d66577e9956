import { memo } from 'react';
import type { WorkshopOrder } from '#contract/workshop.ts';
import { ACTS, type Act } from '#domain/order-stage.ts';
import rows from '#web/features/admin/OrderRow.module.css';
import { OrderRowHead } from '#web/features/admin/OrderRowHead.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import styles from './WorkshopRow.module.css';
import { countPins, describeDue, proofBadges } from './workshop-texts.ts';

type Props = {
  order: WorkshopOrder;
  today: string;
  /** What ends its wait; null where no step does. */
  step: Act | null;
  isChosen: boolean;
  onChoose: (ids: readonly string[], isChosen: boolean) => void;
  onOpen: (id: string) => void;
  onStep: (order: WorkshopOrder) => void;
};

export const WorkshopRow = memo(function WorkshopRow(props: Props) {
  const { order, today, step, isChosen, onChoose, onOpen, onStep } = props;
  const { id, items, pictures } = order;
  const proof = order.proof && proofBadges[order.proof.state];
  const due = describeDue(order.dueOn, today);
  return (
    <li className={`${rows.row} ${styles.row}`} data-chosen={isChosen || undefined}>
      <OrderRowHead
        id={id}
        number={id}
        choice={step && { isChosen, onChoose: (isNow) => onChoose([id], isNow) }}
        onOpen={() => onOpen(id)}
        className={styles.head}
      >
        <Badge tone={due.tone}>{due.text}</Badge>
        {proof && <Badge tone={proof.tone}>{proof.text}</Badge>}
      </OrderRowHead>
      <p className={styles.who} dir="auto">
        <strong>{order.fullName}</strong>, {order.city}
      </p>
      <ul className={styles.faces}>
        {items.map(({ n, thumbnailUrl, quantity, crop, press }) => (
          <li key={n} className={styles.face}>
            <PinFace src={thumbnailUrl} crop={crop} press={press} size="small" />
            <span aria-label={`Imagen ${n}: ${countPins(quantity)}`} role="img">
              ×{quantity}
            </span>
          </li>
        ))}
        {pictures > items.length && (
          <li className={styles.more}>
            +{pictures - items.length} <span className="visually-hidden">imágenes</span>
          </li>
        )}
      </ul>
      <strong className={styles.sum}>{countPins(order.pins)}</strong>
      <Button
        className={styles.next}
        variant={step ? 'primary' : 'secondary'}
        data-next
        aria-label={step ? `${ACTS[step].label}: pedido ${id}` : `Ver el pedido ${id}`}
        onClick={() => (step ? onStep(order) : onOpen(id))}
      >
        {step ? ACTS[step].label : 'Ver el pedido'}
      </Button>
    </li>
  );
});
