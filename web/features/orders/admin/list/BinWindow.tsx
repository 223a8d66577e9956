import { useQueryClient } from '@tanstack/react-query';
import type { BinnedOrder } from '#contract/orders-admin.ts';
import { formatDateTime } from '#domain/dates.ts';
import { formatPesos } from '#domain/money.ts';
import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import parts from '#web/features/admin/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { More } from '#web/ui/More.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { nameOrder } from '../detail/order-texts.ts';
import styles from './BinWindow.module.css';
import { useBin } from './queries.ts';
import { restore } from './restore.ts';

export function BinWindow({ onClose }: { onClose: () => void }) {
  const bin = useBin();
  const orders = bin.data?.pages.flatMap((page) => page.orders);
  return (
    <Dialog
      title="Papelera"
      subtitle="Los pedidos eliminados se guardan 7 días; después se borran con sus imágenes."
      onClose={onClose}
    >
      {!orders && !bin.error && <Skeleton lines={2} />}
      {bin.error && (
        <Failure
          error={bin.error}
          text={describeFailure('Error al cargar la papelera', bin.error)}
          onRetry={() => void bin.refetch()}
        />
      )}
      {orders?.length === 0 && <EmptyState art="cards">La papelera está vacía</EmptyState>}
      <ul className={styles.orders}>
        {orders?.map((order) => (
          <Binned key={order.id} order={order} />
        ))}
      </ul>
      {bin.hasNextPage && !bin.error && (
        <More isLoading={bin.isFetchingNextPage} onMore={() => void bin.fetchNextPage()} />
      )}
    </Dialog>
  );
}

function Binned({ order }: { order: BinnedOrder }) {
  const client = useQueryClient();
  const undo = useTask(() => restore(client, order.id));
  return (
    <li className={styles.order}>
      <div>
        <p>
          <strong dir="auto">{nameOrder(order)}</strong>
        </p>
        <p className={parts.soft}>
          Eliminado el {formatDateTime(order.deletedAt)}. Se borra el{' '}
          {formatDateTime(order.removedAt)}.
        </p>
      </div>
      <p className={styles.total}>{formatPesos(order.deliveryData.pricing.totalAmount)}</p>
      <Button
        variant="secondary"
        className={parts.button}
        busy={undo.isBusy}
        aria-label={`Restaurar el pedido ${order.id}`}
        onClick={undo.run}
      >
        Restaurar
      </Button>
      {undo.error !== null && (
        <div className={styles.wide}>
          <Failure
            error={undo.error}
            text={describeFailure('Error al restaurar el pedido', undo.error)}
          />
        </div>
      )}
    </li>
  );
}
