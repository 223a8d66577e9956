import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type DescribedSettings,
  listSettingsVersions,
  readSettings,
  resetSettings,
  type SaveRoute,
  saveSettings,
} from '#contract/settings/settings-admin.ts';
import {
  SETTINGS_GROUPS,
  type Settings,
  type SettingsGroup,
  settingsGroups,
} from '#domain/settings/settings.ts';
import { Refusal } from '#web/lib/api.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { useTask } from '#web/ui/use-task.ts';

/** The groups whose window is a plain form. */
export type FormGroup = Exclude<SettingsGroup, 'products'>;
export const FORM_GROUPS: readonly FormGroup[] = SETTINGS_GROUPS.filter(
  (group) => group !== 'products',
);

const query = queryOptions({
  queryKey: ['admin', 'settings'],
  queryFn: ({ signal }) => callAdmin(readSettings, { signal }),
});

type Saved = { settings: DescribedSettings };

export const useSettings = () => useQuery(query);

/** Reads a group's saves, newest first. @param version the last one, 0 if there is none */
export function useVersions(group: SettingsGroup, version: number) {
  return useQuery({
    queryKey: [...query.queryKey, group, version],
    enabled: version > 0,
    queryFn: async ({ signal }) =>
      (await callAdmin(listSettingsVersions, { params: { group }, signal })).versions,
  });
}

/** Saves a group; on a conflict the newer values are read. `onDone` is called with a message. */
export function useSaving<Group extends SettingsGroup>(
  group: Group,
  onDone: (text: string) => void,
) {
  const client = useQueryClient();
  const route: SaveRoute<Settings[Group]> = saveSettings[group];
  const { isBusy, error, run } = useTask(async (done: string, call: () => Promise<Saved>) => {
    const { settings } = await call().catch(async (cause: unknown) => {
      if (isOvertaken(cause)) await client.refetchQueries({ ...query, exact: true });
      throw cause;
    });
    onDone(`${settingsGroups[group].label}: ${done}`);
    client.setQueryData(query.queryKey, (now) => now && { ...now, settings });
  });
  return {
    ...{ isBusy, error },
    /** @param version that is replaced */
    save: (values: Settings[Group], version: number) =>
      run('guardado, los compradores lo ven desde ahora', () =>
        callAdmin(route, { body: { values, version } }),
      ),
    reset: () =>
      run('rigen de nuevo los valores de inicio', () =>
        callAdmin(resetSettings, { params: { group } }),
      ),
  };
}

/** Returns true on a conflict with a newer save. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'settings_changed';
}
