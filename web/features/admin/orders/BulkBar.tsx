import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ADMIN_LIMITS, type AdminOrder, type StatusResult } from '#contract/admin/orders.ts';
import { ORDER_STATUSES, type OrderStatus, statusLabel } from '#domain/orders.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { describeFailure } from '../calls/errors.ts';
import { Failure } from '../parts/Failure.tsx';
import { useTask } from '../parts/use-task.ts';
import styles from './BulkBar.module.css';
import { BulkResults } from './BulkResults.tsx';
import { changeStatuses } from './change-statuses.ts';
import { putIntoLists } from './queries.ts';

type Props = { orders: readonly AdminOrder[]; onClear: () => void };

const pedidos = (count: number) => (count === 1 ? '1 pedido' : `${count} pedidos`);

/** Changes the status of all chosen orders, and tells what became of each. */
export function BulkBar({ orders, onClear }: Props) {
  const client = useQueryClient();
  const [status, setStatus] = useState<OrderStatus | null>(null);
  const [reason, setReason] = useState('');
  const [results, setResults] = useState<readonly StatusResult[]>([]);
  const change = useTask(async () => {
    if (status === null) return;
    await changeStatuses({ orders, status, reason }, (some) => {
      putIntoLists(
        client,
        some.flatMap(({ order }) => order ?? []),
      );
      setResults((now) => [...now, ...some]);
    });
  });
  const close = () => {
    const isAllDone = results.every(({ success }) => success);
    setResults([]);
    if (isAllDone && change.error === null) onClear();
  };
  return (
    <section className={styles.bar} aria-label="Pedidos seleccionados">
      <p className={styles.count} role="status">
        {pedidos(orders.length)} {orders.length === 1 ? 'seleccionado' : 'seleccionados'}
      </p>
      <Field label="Nuevo estado">
        {(input) => (
          <select
            {...input}
            value={status ?? ''}
            onChange={({ target }) =>
              setStatus(ORDER_STATUSES.find((known) => known === target.value) ?? null)
            }
          >
            <option value="">Elige un estado</option>
            {ORDER_STATUSES.map((known) => (
              <option key={known} value={known}>
                {statusLabel(known)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Motivo" isOptional>
        {(input) => (
          <input
            {...input}
            type="text"
            dir="auto"
            maxLength={ADMIN_LIMITS.reason}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      <div className={styles.actions}>
        <Button busy={change.isBusy} disabled={status === null} onClick={change.run}>
          Cambiar estado
        </Button>
        <Button look="quiet" disabled={change.isBusy} onClick={onClear}>
          Quitar selección
        </Button>
      </div>
      {change.error !== null && (
        <div className={styles.wide}>
          <Failure
            error={change.error}
            text={describeFailure('Error al cambiar el estado', change.error)}
          />
        </div>
      )}
      {!change.isBusy && results.length > 0 && <BulkResults results={results} onClose={close} />}
    </section>
  );
}
