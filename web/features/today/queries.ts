import { type QueryClient, useQuery } from '@tanstack/react-query';
import { readToday } from '#contract/today/today.ts';
import { callAdmin } from '#web/panel/call-admin.ts';

const TODAY = ['admin', 'today'];

/** How soon the number of waiting orders is right again after a change elsewhere. */
const POLL_MS = 10_000;

/** @param polls whether it is kept up to date; an open list stands still instead */
export function useToday({ polls = false } = {}) {
  return useQuery({
    queryKey: TODAY,
    queryFn: ({ signal }) => callAdmin(readToday, { signal }),
    refetchInterval: polls && POLL_MS,
    refetchOnWindowFocus: polls,
  });
}

export function refreshToday(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: TODAY });
}

/** Marks all data of the panel as stale after a change of an order. */
export function refreshAll(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['admin'] });
}
