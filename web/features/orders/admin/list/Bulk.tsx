import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ADMIN_LIMITS, type AdminOrder, type OrderResult } from '#contract/orders/orders-admin.ts';
import { changeOrderStatuses } from '#contract/orders/orders-admin-calls.ts';
import { isVoid, type OrderStatus, readStatus } from '#domain/orders/status.ts';
import { cancelWarning } from '#web/features/payments/refund-texts.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { Failed } from '#web/panel/Failure.tsx';
import { putIntoLists } from '#web/panel/order/lists.ts';
import { STATUS_OPTIONS } from '#web/panel/order/order-texts.ts';
import { partsOf } from '#web/panel/parts-of.ts';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { Actions } from '#web/ui/Actions.tsx';
import { StatusBadge } from '#web/ui/Badge.tsx';
import { BottomBar } from '#web/ui/BottomBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { SelectField, TextField } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useTask } from '#web/ui/use-task.ts';
import styles from './BulkResults.module.css';

type BulkWindowProps = {
  orders: readonly AdminOrder[];
  /** `isDone`: every order has the new status. */
  onClose: (isDone: boolean) => void;
};

function BulkWindow({ orders, onClose }: BulkWindowProps) {
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
  const warning = status !== null && isVoid(status) ? cancelWarning(orders) : null;

  return (
    <FormDialog
      title="Cambio de estado"
      subtitle={orders.length === 1 ? '1 pedido' : `${orders.length} pedidos`}
      width="narrow"
      locked={change.isBusy}
      isTyped={!isDone && reason.trim() !== ''}
      onClose={close}
    >
      {results.length > 0 && <BulkResults results={results} />}
      <Failed what="Error al cambiar el estado" error={change.error} />
      {isDone ? (
        <Actions>
          <Button onClick={close}>Entendido</Button>
        </Actions>
      ) : (
        <>
          <SelectField
            label="Nuevo estado"
            value={status ?? ''}
            options={[['', 'Elige un estado'], ...STATUS_OPTIONS]}
            onPick={(picked) => setStatus(readStatus(picked) ?? null)}
          />
          <TextField
            label="Motivo"
            isOptional
            hint="Lo leerá quien compró, en su correo"
            dir="auto"
            maxLength={ADMIN_LIMITS.reason}
            value={reason}
            onType={setReason}
          />
          {warning && <Notice tone="info">{warning}</Notice>}
          <Actions cancel="Cerrar" isBusy={change.isBusy} onCancel={close}>
            <Button busy={change.isBusy} disabled={status === null} onClick={change.run}>
              Cambiar estado
            </Button>
          </Actions>
        </>
      )}
    </FormDialog>
  );
}

function BulkResults({ results }: { results: readonly OrderResult[] }) {
  const failed = results.filter(({ success }) => !success);
  const done = results.filter(({ success }) => success);
  return (
    <>
      <Notice tone={failed.length > 0 ? 'error' : 'success'}>
        {done.length} de {results.length} pedidos quedaron con el nuevo estado
      </Notice>
      <ul className="stack-2">
        {[...failed, ...done].map(({ id, success, order, message }) => (
          <li key={id} className={`row ${styles.result}`}>
            <strong>{id}</strong>
            {order && <StatusBadge status={order.status} />}
            {!success && <span className={styles.problem}>{message ?? 'No se pudo cambiar'}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

type Change = { orders: readonly AdminOrder[]; status: OrderStatus; reason: string };

/**
 * Changes the status of any number of orders.
 * @param onResults called with the results of each request
 * @throws Refusal, LostAnswer, NotSignedIn for the request that failed and all after it
 */
async function changeStatuses(
  { orders, status, reason }: Change,
  onResults: (results: readonly OrderResult[]) => void,
): Promise<void> {
  const seen = orders.map(({ id, version }) => ({ id, version }));
  for (const part of partsOf(seen)) {
    const body = { orders: part, status, reason: reason.trim() || null };
    onResults((await callAdmin(changeOrderStatuses, { body })).results);
  }
}

type BulkBarProps = { orders: readonly AdminOrder[]; onClear: () => void };

export function BulkBar({ orders, onClear }: BulkBarProps) {
  const [isOpen, setOpen] = useState(false);
  const close = (isDone: boolean) => {
    setOpen(false);
    if (isDone) onClear();
  };
  return (
    <BottomBar
      label="Pedidos seleccionados"
      text={
        orders.length === 1 ? '1 pedido seleccionado' : `${orders.length} pedidos seleccionados`
      }
      close={
        <Button variant="quiet" aria-label="Quitar selección" onClick={onClear}>
          Quitar
        </Button>
      }
    >
      <SmallButton variant="primary" onClick={() => setOpen(true)}>
        Cambiar estado
      </SmallButton>
      {isOpen && <BulkWindow orders={orders} onClose={close} />}
    </BottomBar>
  );
}
