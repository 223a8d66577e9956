import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ADMIN_LIMITS, type AdminOrder, type OrderResult } from '#contract/orders-admin.ts';
import type { OrderStatus } from '#domain/orders.ts';
import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { StatusSelect } from '../StatusSelect.tsx';
import { BulkResults } from './BulkResults.tsx';
import { changeStatuses } from './change-statuses.ts';
import { putIntoLists } from './queries.ts';

type Props = {
  orders: readonly AdminOrder[];
  /** `isDone`: every order has the new status. */
  onClose: (isDone: boolean) => void;
};

export function BulkWindow({ orders, onClose }: Props) {
  const client = useQueryClient();
  const [status, setStatus] = useState<OrderStatus | null>(null);
  const [reason, setReason] = useState('');
  const [results, setResults] = useState<readonly OrderResult[]>([]);
  const change = useTask(async () => {
    if (status === null) return;
    setResults([]);
    await changeStatuses({ orders, status, reason }, (some) => {
      putIntoLists(
        client,
        some.flatMap(({ order }) => order ?? []),
      );
      setResults((now) => [...now, ...some]);
    });
  });
  const isDone = results.length === orders.length && results.every(({ success }) => success);
  const close = () => onClose(isDone);

  return (
    <FormDialog
      title="Cambio de estado"
      subtitle={orders.length === 1 ? '1 pedido' : `${orders.length} pedidos`}
      width="narrow"
      locked={change.isBusy}
      isTyped={!isDone && reason.trim() !== ''}
      closesOnBackdrop={false}
      onClose={close}
    >
      {results.length > 0 && <BulkResults results={results} />}
      {change.error !== null && (
        <Failure
          error={change.error}
          text={describeFailure('Error al cambiar el estado', change.error)}
        />
      )}
      {isDone ? (
        <Actions>
          <Button onClick={close}>Entendido</Button>
        </Actions>
      ) : (
        <>
          <Field label="Nuevo estado">
            {(input) => (
              <StatusSelect
                {...input}
                blank="Elige un estado"
                status={status}
                onStatus={setStatus}
              />
            )}
          </Field>
          <Field label="Motivo" isOptional hint="Lo leerá quien compró, en su correo">
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
          <Actions>
            <Button variant="secondary" disabled={change.isBusy} onClick={close}>
              Cerrar
            </Button>
            <Button busy={change.isBusy} disabled={status === null} onClick={change.run}>
              Cambiar estado
            </Button>
          </Actions>
        </>
      )}
    </FormDialog>
  );
}
