import { type QueryClient, useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import {
  type DescribedSettings,
  listSettingsVersions,
  readSettings,
} from '#contract/settings/settings-admin.ts';
import type { SettingsGroup } from '#domain/settings/settings.ts';
import { callAdmin } from '#web/panel/call-admin.ts';

export const SETTINGS = ['admin', 'settings'];

type Answer = z.infer<typeof readSettings.answer>;

export function useSettings() {
  return useQuery({
    queryKey: SETTINGS,
    queryFn: ({ signal }) => callAdmin(readSettings, { signal }),
  });
}

/** Reads a group's saves, newest first. @param version the last one, 0 if there is none */
export function useVersions(group: SettingsGroup, version: number) {
  return useQuery({
    queryKey: [...SETTINGS, group, version],
    enabled: version > 0,
    queryFn: async ({ signal }) =>
      (await callAdmin(listSettingsVersions, { params: { group }, signal })).versions,
  });
}

export function putSettings(client: QueryClient, settings: DescribedSettings): void {
  client.setQueryData<Answer>(SETTINGS, (now) => now && { ...now, settings });
}
