import { type QueryClient, useQuery } from '@tanstack/react-query';
import { readToday } from '#contract/today.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';

const TODAY = ['admin', 'today'];

export function useToday() {
  return useQuery({ queryKey: TODAY, queryFn: ({ signal }) => callAdmin(readToday, { signal }) });
}

export function refreshToday(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: TODAY });
}

/** Marks all data of the panel as stale after a change of an order. */
export function refreshAll(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['admin'] });
}
