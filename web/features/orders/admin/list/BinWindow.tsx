import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { BinnedOrder } from '#contract/orders/orders-admin.ts';
import { restoreOrder } from '#contract/orders/orders-admin-calls.ts';
import { formatDateTime } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { Failed, QueryState } from '#web/panel/Failure.tsx';
import { More } from '#web/panel/More.tsx';
import { refreshBin, refreshOrders } from '#web/panel/order/lists.ts';
import { nameOrder } from '#web/panel/order/order-texts.ts';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { FlashText } from '#web/ui/Flash.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useSettling } from '#web/ui/use-settling.ts';
import { useTask } from '#web/ui/use-task.ts';
import styles from './BinWindow.module.css';
import { useBin } from './queries.ts';
import undoDeleteStyles from './UndoDelete.module.css';

const FAILED = 'Error al cargar la papelera';

export function BinWindow({ onClose }: { onClose: () => void }) {
  const bin = useBin();
  const orders = bin.data?.pages.flatMap((page) => page.orders);
  const list = useSettling<HTMLUListElement>(orders?.map(({ id }) => id).join());
  return (
    <Dialog
      title="Papelera"
      subtitle="Los pedidos eliminados se guardan 7 días; después se borran con sus imágenes."
      onClose={onClose}
    >
      <QueryState what={FAILED} query={bin} lines={2} />
      {orders?.length === 0 && <EmptyState art="cards">La papelera está vacía</EmptyState>}
      {orders && orders.length > 0 && (
        <ul ref={list} className="stack-3">
          {orders.map((order) => (
            <Binned key={order.id} order={order} />
          ))}
        </ul>
      )}
      <More list={bin} what={FAILED} />
    </Dialog>
  );
}

function Binned({ order }: { order: BinnedOrder }) {
  const client = useQueryClient();
  const undo = useTask(() => restore(client, order.id));
  return (
    <li className={`row ${styles.order}`}>
      <div>
        <p>
          <strong dir="auto">{nameOrder(order)}</strong>
        </p>
        <p className="soft">
          Eliminado el {formatDateTime(order.deletedAt)}. Se borra el{' '}
          {formatDateTime(order.removedAt)}.
        </p>
      </div>
      <p className={styles.total}>{formatPesos(order.deliveryData.pricing.totalAmount)}</p>
      <SmallButton
        busy={undo.isBusy}
        aria-label={`Restaurar el pedido ${order.id}`}
        onClick={undo.run}
      >
        Restaurar
      </SmallButton>
      {undo.error !== null && (
        <div className={styles.wide}>
          <Failed what="Error al restaurar el pedido" error={undo.error} />
        </div>
      )}
    </li>
  );
}

type Props = {
  id: string;
  onRestored: (tone: FlashText['tone'], text: string) => void;
  onDismiss: () => void;
};

export function UndoDelete({ id, onRestored, onDismiss }: Props) {
  const client = useQueryClient();
  const notice = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // By now the deleted order's window has returned its focus.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' });
    button.current?.focus({ preventScroll: true });
  }, []);
  const undo = useTask(async () => {
    const { message } = await restore(client, id);
    onRestored('success', message);
    onDismiss();
  });
  return (
    <>
      <Notice ref={notice} tone="info" className={`row ${undoDeleteStyles.undo}`}>
        <span>
          Eliminaste el pedido <span className={undoDeleteStyles.id}>{id}</span>. Queda 7 días en la
          papelera.
        </span>
        <span className={`row ${undoDeleteStyles.actions}`}>
          <Button variant="quiet" busy={undo.isBusy} ref={button} onClick={undo.run}>
            Deshacer
          </Button>
          <Button variant="quiet" disabled={undo.isBusy} onClick={onDismiss}>
            Cerrar aviso
          </Button>
        </span>
      </Notice>
      <Failed what="Error al restaurar el pedido" error={undo.error} />
    </>
  );
}

/** @throws Refusal, LostAnswer, NotSignedIn */
async function restore(client: QueryClient, id: string) {
  const answer = await callAdmin(restoreOrder, { params: { id } });
  await Promise.all([refreshOrders(client), refreshBin(client)]);
  return answer;
}
