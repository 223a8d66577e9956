import { useQuery } from '@tanstack/react-query';
import { listSettingsVersions } from '#contract/settings-admin.ts';
import type { SettingsGroup } from '#domain/settings.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { SETTINGS } from '../queries.ts';

/** Reads a group's saves, newest first. @param version the last one, 0 if there is none */
export function useVersions(group: SettingsGroup, version: number) {
  return useQuery({
    queryKey: [...SETTINGS, group, version],
    queryFn: async ({ signal }) =>
      (await callAdmin(listSettingsVersions, { params: { group }, signal })).versions,
  });
}
