import type { AdminOrder } from '#contract/orders-admin.ts';
import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { More } from '#web/ui/More.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './OrderList.module.css';
import { OrderRow } from './OrderRow.tsx';
import type { useOrderList } from './queries.ts';

const FAILED = 'Error al cargar los datos de administracion';

type Props = {
  list: ReturnType<typeof useOrderList>;
  orders: readonly AdminOrder[];
  isNarrowed: boolean;
  /** Whether the answer for what is typed is still on its way. */
  isSettling: boolean;
  chosen: ReadonlySet<string>;
  onChoose: (ids: readonly string[], isChosen: boolean) => void;
  onOpen: (id: string) => void;
};

export function OrderList(props: Props) {
  const { list, orders, isNarrowed, isSettling, chosen, onChoose, onOpen } = props;
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage } = list;
  const retry = () => void (isFetchNextPageError ? list.fetchNextPage() : list.refetch());
  const failure = error && !isFetching && (
    <Failure error={error} text={describeFailure(FAILED, error)} onRetry={retry} />
  );
  if (!data) return failure || <Skeleton lines={4} height="9rem" />;
  if (orders.length === 0) {
    const text = isNarrowed
      ? 'Ningún pedido coincide con lo que buscas'
      : 'No hay ordenes registradas aun';
    return failure || <EmptyState art="cards">{text}</EmptyState>;
  }
  const all = orders.map(({ id }) => id);
  return (
    <>
      {!isFetchNextPageError && failure}
      <label className={styles.all}>
        <input
          type="checkbox"
          checked={all.every((id) => chosen.has(id))}
          onChange={({ target }) => onChoose(all, target.checked)}
        />
        Seleccionar los {orders.length} pedidos que se ven
      </label>
      <ul className={styles.orders} aria-label="Pedidos" aria-busy={isSettling}>
        {orders.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            isChosen={chosen.has(order.id)}
            onChoose={onChoose}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {isFetchNextPageError && failure}
      {hasNextPage && !isFetchNextPageError && (
        <More isLoading={isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
    </>
  );
}
