import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { readMetrics } from '#contract/orders/dashboard.ts';
import type { AdminOrder } from '#contract/orders/orders-admin.ts';
import { listAdminOrders, listBin, readOrderStats } from '#contract/orders/orders-admin-calls.ts';
import { readSales, type SalesQuery } from '#contract/payments/sales.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { type FilterForm, toQuery } from './order-filter.ts';

type Pages = InfiniteData<z.infer<typeof listAdminOrders.answer>, string | null>;

const LIST = ['admin', 'orders'];
const STATS = ['admin', 'order-stats'];
const METRICS = ['admin', 'metrics'];
const SALES = ['admin', 'sales'];
const BIN = ['admin', 'bin'];

/** Reads orders, newest first, by pages. While a new filter loads, the previous result stays. */
export function useOrderList(filter: FilterForm) {
  return useInfiniteQuery({
    queryKey: [...LIST, filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      callAdmin(listAdminOrders, {
        query: { ...toQuery(filter), limit: 50, cursor: pageParam },
        signal,
      }),
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

export function useMetrics(days: number) {
  return useQuery({
    queryKey: [...METRICS, days],
    queryFn: ({ signal }) => callAdmin(readMetrics, { query: { days }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useSales(query: SalesQuery) {
  return useQuery({
    queryKey: [...SALES, query],
    queryFn: ({ signal }) => callAdmin(readSales, { query, signal }),
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

/** Reads the figures and the list again, with the first page only. */
export async function refreshOrders(client: QueryClient): Promise<void> {
  client.setQueriesData<Pages>({ queryKey: LIST }, (now) =>
    now ? { pages: now.pages.slice(0, 1), pageParams: now.pageParams.slice(0, 1) } : now,
  );
  await Promise.all(
    [LIST, STATS, METRICS, SALES].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}

export function refreshBin(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: BIN });
}

/** Puts changed orders into the cached lists. */
export function putIntoLists(client: QueryClient, changed: readonly AdminOrder[]): void {
  const fresh = new Map(changed.map((order) => [order.id, order]));
  client.setQueriesData<Pages>({ queryKey: LIST }, (now) =>
    mapOrders(now, (orders) => orders.map((order) => fresh.get(order.id) ?? order)),
  );
  for (const queryKey of [STATS, METRICS, SALES]) void client.invalidateQueries({ queryKey });
}

export function dropFromLists(client: QueryClient, id: string): void {
  client.setQueriesData<Pages>({ queryKey: LIST }, (now) =>
    mapOrders(now, (orders) => orders.filter((order) => order.id !== id)),
  );
  for (const queryKey of [STATS, METRICS, SALES, BIN]) void client.invalidateQueries({ queryKey });
}

function mapOrders(now: Pages | undefined, change: (orders: AdminOrder[]) => AdminOrder[]) {
  if (!now) return now;
  return { ...now, pages: now.pages.map((page) => ({ ...page, orders: change(page.orders) })) };
}
