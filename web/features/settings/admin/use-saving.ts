import { useQueryClient } from '@tanstack/react-query';
import {
  type DescribedSettings,
  resetSettings,
  saveSettings,
} from '#contract/settings/settings-admin.ts';
import type { Settings, SettingsGroup } from '#domain/settings/settings.ts';
import { settingsGroupLabels } from '#domain/settings/settings-labels.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { Refusal } from '#web/lib/api.ts';
import { useTask } from '#web/ui/use-task.ts';
import { putSettings, SETTINGS } from '../queries.ts';

type SaveCall<Values> = (body: {
  values: Values;
  version: number;
}) => Promise<{ settings: DescribedSettings }>;

const saveCalls: { readonly [Group in SettingsGroup]: SaveCall<Settings[Group]> } = {
  prices: (body) => callAdmin(saveSettings.prices, { body }),
  delivery: (body) => callAdmin(saveSettings.delivery, { body }),
  seller: (body) => callAdmin(saveSettings.seller, { body }),
  payment: (body) => callAdmin(saveSettings.payment, { body }),
  unpaid: (body) => callAdmin(saveSettings.unpaid, { body }),
  ways: (body) => callAdmin(saveSettings.ways, { body }),
  couriers: (body) => callAdmin(saveSettings.couriers, { body }),
  complaints: (body) => callAdmin(saveSettings.complaints, { body }),
  notice: (body) => callAdmin(saveSettings.notice, { body }),
  press: (body) => callAdmin(saveSettings.press, { body }),
  products: (body) => callAdmin(saveSettings.products, { body }),
};

/** Saves a group; on a conflict the newer values are read. `onDone` is called with a message. */
export function useSaving<Group extends SettingsGroup>(
  group: Group,
  onDone: (text: string) => void,
) {
  const client = useQueryClient();
  const {
    isBusy,
    error,
    run: attempt,
  } = useTask(async (done: string, call: () => Promise<{ settings: DescribedSettings }>) => {
    const { settings } = await call().catch(async (cause: unknown) => {
      if (isOvertaken(cause)) await client.refetchQueries({ queryKey: SETTINGS });
      throw cause;
    });
    onDone(`${settingsGroupLabels[group]}: ${done}`);
    putSettings(client, settings);
    void client.invalidateQueries({ queryKey: [...SETTINGS, group] });
  });

  return {
    isBusy,
    error,
    /** @param version that is replaced */
    save: (values: Settings[Group], version: number) =>
      attempt('guardado, los compradores lo ven desde ahora', () =>
        saveCalls[group]({ values, version }),
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
