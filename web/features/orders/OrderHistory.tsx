import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Account } from '#web/lib/account.ts';
import { callApi } from '#web/lib/api.ts';
import { fillPath } from '#web/lib/fill-path.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadState } from '#web/ui/LoadState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { OrderCard } from './history/OrderCard.tsx';
import { listShownOrders } from './history/shown-order.ts';
import styles from './OrderHistory.module.css';

export function OrderHistory({ account }: { account: Account }) {
  const client = useQueryClient();
  const { data, error, isFetching, refetch, ...list } = useOrders(account);
  const orders = data?.pages.flatMap((page) => page.orders);
  const { place, expectMore } = useFocusOnNew(orders?.length ?? 0);
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
  const showMore = () => {
    expectMore();
    void list.fetchNextPage();
  };
  return (
    <>
      <ul ref={place} className={styles.orders}>
        {orders.map((order) => (
          <OrderCard
            key={order.id}
            order={order}
            onChanged={() => void refreshOrders(client, account)}
            onRepeated={() => void reloadOrders(client, account)}
          />
        ))}
      </ul>
      <LoadState
        error={error}
        isLoading={isFetching}
        onRetry={list.isFetchNextPageError ? showMore : () => void refetch()}
      >
        {null}
      </LoadState>
      {list.hasNextPage && !(error && !isFetching) && (
        <div className={styles.more}>
          <Button variant="secondary" busy={list.isFetchingNextPage} onClick={showMore}>
            {list.isFetchingNextPage ? 'Cargando...' : 'Ver más pedidos'}
          </Button>
        </div>
      )}
    </>
  );
}

/** Focuses a new page's first order: the button that asked for it moves away, or is gone. */
function useFocusOnNew(count: number) {
  const place = useRef<HTMLUListElement>(null);
  const [awaited, setAwaited] = useState<number | null>(null);
  useEffect(() => {
    if (awaited === null || count <= awaited) return;
    place.current?.children[awaited]?.querySelector('button')?.focus();
    setAwaited(null);
  }, [awaited, count]);
  return { place, expectMore: () => setAwaited(count) };
}

const ordersKey = ({ uid }: Account) => ['orders', uid];

function useOrders(account: Account) {
  return useInfiniteQuery({
    queryKey: ordersKey(account),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: cursor, signal }) => {
      const path = fillPath(listShownOrders.path, {}, { cursor });
      return callApi({ ...listShownOrders, path }, { signal });
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** Reads again all orders that show. */
async function refreshOrders(client: QueryClient, account: Account): Promise<void> {
  await client.invalidateQueries({ queryKey: ordersKey(account) });
}

/** Reads the orders from the newest on again, however far the list had been opened. */
async function reloadOrders(client: QueryClient, account: Account): Promise<void> {
  const queryKey = ordersKey(account);
  client.setQueryData<InfiniteData<unknown>>(queryKey, (now) =>
    now ? { pages: now.pages.slice(0, 1), pageParams: now.pageParams.slice(0, 1) } : now,
  );
  await client.invalidateQueries({ queryKey });
}
