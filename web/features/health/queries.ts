import { type QueryClient, useQuery } from '@tanstack/react-query';
import { readHealth } from '#contract/health/health-admin.ts';
import { callAdmin } from '#web/panel/call-admin.ts';

/** How soon the result of a retry is shown. */
const POLL_MS = 5000;

export function useHealth() {
  return useQuery({
    queryKey: ['admin', 'health'],
    queryFn: ({ signal }) => callAdmin(readHealth, { signal }),
    refetchInterval: POLL_MS,
  });
}

/** Marks all data of the panel as stale: the histories of orders change, too. */
export function refreshAfterAct(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['admin'] });
}
