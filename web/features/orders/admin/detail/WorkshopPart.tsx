import { useState } from 'react';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { removeMark, setMark } from '#contract/workshop.ts';
import { formatDateTime } from '#domain/dates.ts';
import { keysOf } from '#domain/keys.ts';
import { MARKS, type Mark } from '#domain/order-stage.ts';
import { isUnderWay } from '#domain/orders.ts';
import { actorName } from '#web/features/admin/audit-texts.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import parts from '#web/features/admin/parts.module.css';
import { ParcelPapers } from '#web/features/orders/ParcelPapers.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './Order.module.css';
import { Part } from './Part.tsx';
import { useOrderChange } from './queries.ts';

export function WorkshopPart({ order }: { order: AdminOrderDetail }) {
  const { marks } = order;
  const [busyMark, setBusyMark] = useState<Mark | null>(null);
  const { isBusy, outcome, change } = useOrderChange(order, 'Error al guardar la marca');
  const toggle = async (mark: Mark) => {
    setBusyMark(mark);
    await change(({ params: { id }, version }) => {
      const target = { params: { id, mark }, version };
      return marks[mark]
        ? callAdmin(removeMark, target)
        : callAdmin(setMark, { ...target, body: {} });
    });
    setBusyMark(null);
  };
  const mayMark = isUnderWay(order.status);
  return (
    <Part title="Taller" outcome={outcome}>
      <p className={parts.soft}>{hint(mayMark, marks.dispatched !== null)}</p>
      <ul className={styles.marks}>
        {keysOf(MARKS).map((mark) => {
          const noted = marks[mark];
          const { label } = MARKS[mark];
          return (
            <li key={mark} className={styles.mark}>
              <span>
                <strong>{label}</strong>{' '}
                <span className={parts.soft}>
                  {noted ? `${formatDateTime(noted.at)} · ${actorName(noted.by)}` : 'Aún no'}
                </span>
              </span>
              <Button
                variant={noted ? 'quiet' : 'secondary'}
                aria-label={noted ? `Quitar ${label}` : `Marcar ${label}`}
                busy={busyMark === mark}
                disabled={isBusy || (!noted && !mayMark)}
                onClick={() => void toggle(mark)}
              >
                {noted ? 'Quitar' : 'Marcar'}
              </Button>
            </li>
          );
        })}
      </ul>
      <div className={styles.row}>
        <ParcelPapers ids={[order.id]} />
      </div>
    </Part>
  );
}

function hint(mayMark: boolean, isDispatched: boolean): string {
  if (mayMark) return 'Despachado completa el pedido y le escribe a quien compró.';
  if (isDispatched) return 'Al quitar Despachado el pedido vuelve al taller.';
  return 'El pedido no está en el taller: cambia su estado para marcarlo.';
}
