import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listAdminOrders, listBin, readOrderStats } from '#contract/orders/orders-admin-calls.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { BIN, LIST, STATS } from '#web/panel/order/lists.ts';
import { type FilterForm, toQuery } from './order-filter.ts';

/** Reads orders, newest first, by pages. While a new filter loads, the previous result stays. */
export function useOrderList(filter: FilterForm) {
  return useInfiniteQuery({
    queryKey: [...LIST, filter],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...toQuery(filter), limit: 50, cursor: pageParam };
      return { ...(await callAdmin(listAdminOrders, { query, signal })), filter };
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function useOrderStats() {
  return useQuery({
    queryKey: STATS,
    queryFn: async ({ signal }) => (await callAdmin(readOrderStats, { signal })).stats,
  });
}

export function useBin() {
  return useInfiniteQuery({
    queryKey: BIN,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      callAdmin(listBin, { query: { cursor: pageParam }, signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
