import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { AdminOrder } from '#contract/orders/orders-admin.ts';
import type { listAdminOrders } from '#contract/orders/orders-admin-calls.ts';

type Pages = InfiniteData<z.infer<typeof listAdminOrders.answer>, string | null>;

/** Keys of the cached lists and figures that a changed order is in. */
export const LIST = ['admin', 'orders'];
export const STATS = ['admin', 'order-stats'];
export const METRICS = ['admin', 'metrics'];
export const SALES = ['admin', 'sales'];
export const BIN = ['admin', 'bin'];

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
