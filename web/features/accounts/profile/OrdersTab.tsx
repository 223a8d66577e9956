import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { Account } from '../account.ts';
import { LoadState } from './LoadState.tsx';
import { OrderCard } from './OrderCard.tsx';
import styles from './Profile.module.css';
import { useOrders } from './queries.ts';

export function OrdersTab({ account }: { account: Account }) {
  const { data: orders, error, isFetching, refetch } = useOrders(account);
  if (!orders) {
    return (
      <LoadState error={error} isLoading={isFetching} onRetry={() => void refetch()}>
        <Skeleton lines={3} height="7rem" />
      </LoadState>
    );
  }
  if (orders.length === 0) {
    return (
      <EmptyState art="envelope">
        No tienes pedidos aun. Haz tu primer pedido de pines personalizados!
      </EmptyState>
    );
  }
  return (
    <ul className={styles.orders}>
      {orders.map((order) => (
        <OrderCard key={order.id} order={order} onRepeated={() => void refetch()} />
      ))}
    </ul>
  );
}
