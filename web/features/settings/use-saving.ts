import { useQueryClient } from '@tanstack/react-query';
import {
  type DescribedSettings,
  resetSettings,
  type SaveRoute,
  saveSettings,
} from '#contract/settings/settings-admin.ts';
import { type Settings, type SettingsGroup, settingsGroups } from '#domain/settings/settings.ts';
import { Refusal } from '#web/lib/api.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { useTask } from '#web/ui/use-task.ts';
import { putSettings, SETTINGS } from './queries.ts';

/** Saves a group; on a conflict the newer values are read. `onDone` is called with a message. */
export function useSaving<Group extends SettingsGroup>(
  group: Group,
  onDone: (text: string) => void,
) {
  const client = useQueryClient();
  const route: SaveRoute<Settings[Group]> = saveSettings[group];
  const {
    isBusy,
    error,
    run: attempt,
  } = useTask(async (done: string, call: () => Promise<{ settings: DescribedSettings }>) => {
    const { settings } = await call().catch(async (cause: unknown) => {
      if (isOvertaken(cause)) await client.refetchQueries({ queryKey: SETTINGS });
      throw cause;
    });
    onDone(`${settingsGroups[group].label}: ${done}`);
    putSettings(client, settings);
    void client.invalidateQueries({ queryKey: [...SETTINGS, group] });
  });

  return {
    isBusy,
    error,
    /** @param version that is replaced */
    save: (values: Settings[Group], version: number) =>
      attempt('guardado, los compradores lo ven desde ahora', () =>
        callAdmin(route, { body: { values, version } }),
      ),
    reset: () =>
      attempt('rigen de nuevo los valores de inicio', () =>
        callAdmin(resetSettings, { params: { group } }),
      ),
  };
}

/** Returns true on a conflict with a newer save. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'settings_changed';
}
