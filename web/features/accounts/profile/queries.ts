import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { listOrders, readProfile } from '#contract/accounts.ts';
import { callApi } from '#web/app/api.ts';
import { fillPath } from '#web/app/fill-path.ts';
import type { Account } from '../account.ts';

/** A refusal is final; what got lost on the way is worth another try. */
const options = { networkMode: 'always', retry: false, staleTime: 0 } as const;

export const profileKey = ({ uid }: Pick<Account, 'uid'>) => ['profile', uid];
export const ordersKey = ({ uid }: Pick<Account, 'uid'>) => ['orders', uid];

/** The account as the server knows it, with its saved address. */
export function useProfile(account: Account) {
  return useQuery({
    ...options,
    queryKey: profileKey(account),
    queryFn: () => callApi(readProfile),
  });
}

/** The account's orders, newest first, page by page. */
export function useOrders(account: Account) {
  return useInfiniteQuery({
    ...options,
    queryKey: ordersKey(account),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: cursor, signal }) => {
      const path = fillPath(listOrders.path, {}, { cursor });
      return callApi({ ...listOrders, path }, { signal });
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** Reads the orders from the newest on again, however far the list had been opened. */
export async function reloadOrders(client: QueryClient, account: Account): Promise<void> {
  const queryKey = ordersKey(account);
  client.setQueryData<InfiniteData<unknown>>(queryKey, (now) =>
    now ? { pages: now.pages.slice(0, 1), pageParams: now.pageParams.slice(0, 1) } : now,
  );
  await client.invalidateQueries({ queryKey });
}
