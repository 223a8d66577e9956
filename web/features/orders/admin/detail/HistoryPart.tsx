import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { formatDateTime } from '#domain/dates.ts';
import { actionLabel, actorName, describeChanges } from '#web/features/admin/audit-texts.ts';
import parts from '#web/features/admin/parts.module.css';
import styles from './History.module.css';
import { Part } from './Part.tsx';

export function HistoryPart({ order: { history } }: { order: AdminOrderDetail }) {
  return (
    <Part title="Historial">
      {history.length === 0 && <p className={parts.soft}>Nadie ha cambiado este pedido aún.</p>}
      <ol className={parts.timeline}>
        {history.map(({ id, at, by, action, changes, reason }) => (
          <li key={id} className={styles.entry}>
            <strong>{actionLabel(action)}</strong>
            <span dir="auto">{describeChanges(changes)}</span>
            {reason && <em dir="auto">“{reason}”</em>}
            <span className={parts.soft}>
              {formatDateTime(at)} · {actorName(by, action)}
            </span>
          </li>
        ))}
      </ol>
    </Part>
  );
}
