import { useQuery } from '@tanstack/react-query';
import { listAdminOrders, listBin, readOrderStats } from '#contract/orders/orders-admin-calls.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { BIN, LIST, STATS } from '#web/panel/order/lists.ts';
import { usePages } from '#web/panel/use-pages.ts';
import { type FilterForm, toQuery } from './order-filter.ts';

/** Reads orders, newest first, by pages. While a new filter loads, the previous result stays. */
export function useOrderList(filter: FilterForm) {
  return usePages(
    [...LIST, filter],
    async (cursor, signal) => {
      const query = { ...toQuery(filter), limit: 50, cursor };
      return { ...(await callAdmin(listAdminOrders, { query, signal })), filter };
    },
    { keepsShown: true },
  );
}

export function useOrderStats() {
  return useQuery({
    queryKey: STATS,
    queryFn: async ({ signal }) => (await callAdmin(readOrderStats, { signal })).stats,
  });
}

export function useBin() {
  return usePages(BIN, (cursor, signal) => callAdmin(listBin, { query: { cursor }, signal }));
}
