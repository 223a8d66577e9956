import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type DescribedSettings, readSettings } from '#contract/settings-admin.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';

export const SETTINGS = ['admin', 'settings'];

type Answer = Awaited<ReturnType<typeof callSettings>>;

const callSettings = (signal?: AbortSignal) =>
  callAdmin(readSettings, signal === undefined ? {} : { signal });

export function useSettings() {
  return useQuery({ queryKey: SETTINGS, queryFn: ({ signal }) => callSettings(signal) });
}

export function putSettings(client: QueryClient, settings: DescribedSettings): void {
  client.setQueryData<Answer>(SETTINGS, (now) => now && { ...now, settings });
}
