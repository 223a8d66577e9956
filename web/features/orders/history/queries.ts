import { type InfiniteData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import type { Account } from '#web/lib/account.ts';
import { callApi } from '#web/lib/api.ts';
import { fillPath } from '#web/lib/fill-path.ts';
import { listShownOrders } from './shown-order.ts';

const ordersKey = ({ uid }: Account) => ['orders', uid];

export function useOrders(account: Account) {
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
export async function refreshOrders(client: QueryClient, account: Account): Promise<void> {
  await client.invalidateQueries({ queryKey: ordersKey(account) });
}

/** Reads the orders from the newest on again, however far the list had been opened. */
export async function reloadOrders(client: QueryClient, account: Account): Promise<void> {
  const queryKey = ordersKey(account);
  client.setQueryData<InfiniteData<unknown>>(queryKey, (now) =>
    now ? { pages: now.pages.slice(0, 1), pageParams: now.pageParams.slice(0, 1) } : now,
  );
  await client.invalidateQueries({ queryKey });
}
