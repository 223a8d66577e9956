import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type Backup, readLatestBackup } from '#contract/backup.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';

const LATEST = ['admin', 'backup'];
const POLL_MS = 700;

export function isUnderWay({ state }: Backup): boolean {
  return state === 'waiting' || state === 'working';
}

/** The latest copy of the shop, or null; asked for again and again while it is being made. */
export function useLatestBackup() {
  return useQuery({
    queryKey: LATEST,
    queryFn: async ({ signal }) => (await callAdmin(readLatestBackup, { signal })).backup,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? POLL_MS : false),
  });
}

export function putBackup(client: QueryClient, backup: Backup): void {
  client.setQueryData<Backup | null>(LATEST, backup);
}

/** Asks what the latest copy is: somebody else has asked for one. */
export function refreshBackup(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: LATEST });
}
