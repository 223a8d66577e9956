import type { DescribedSettings } from '#contract/settings-admin.ts';
import { ShopError } from '#domain/errors.ts';
import { keysOf } from '#domain/keys.ts';
import type { Settings, SettingsGroup } from '#domain/settings.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import { insertSave } from '#server/settings/repo.ts';
import type { SettingsState } from '#server/settings/shop-settings.ts';

type Change<Group extends SettingsGroup> = {
  group: Group;
  /** Null: back to the defaults. */
  values: Settings[Group] | null;
  /** Of the save that it changes; null: whichever is the last. */
  version: number | null;
  /** The admin's uid. */
  by: string;
};

/**
 * Saves a group as a whole. The trail tells which settings changed; what they were is kept.
 * @throws ShopError `settings_changed` with the settings as they are when somebody saved it since
 */
export async function changeSettings<Group extends SettingsGroup>(
  { db, settings, clock }: Context,
  { group, values, version, by }: Change<Group>,
): Promise<DescribedSettings> {
  const at = clock();
  const describe = (state: SettingsState) => describeSettings(settings.defaults, state);
  return db.transaction(async (tx) => {
    const before = await settings.read(tx);
    const seen = version ?? before.versions[group];
    const save = { group, version: seen + 1, at, by };
    const isNext = before.versions[group] === seen;
    const json = values && JSON.stringify(values);
    if (!isNext || !(await insertSave(tx, { ...save, values: json }))) {
      // Whoever was faster may have saved between the two statements.
      const now = describe(await settings.read(tx));
      throw new ShopError('settings_changed', { facts: { settings: now } });
    }
    await writeAudit(
      tx,
      {
        by,
        entity: 'settings',
        entityId: group,
        action: values ? 'settings_saved' : 'settings_reset',
        changes: changed(before.settings[group], values ?? settings.defaults[group]),
        version: save.version,
      },
      at,
    );
    return describe(await settings.read(tx));
  });
}

function changed<Values extends object>(before: Values, after: Values) {
  return keysOf(after as Record<string, unknown>)
    .filter((field) => !isSame(Reflect.get(before, field), Reflect.get(after, field)))
    .map((field) => ({ field }));
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

export function describeSettings(defaults: Settings, state: SettingsState): DescribedSettings {
  const of = <Group extends SettingsGroup>(group: Group) => ({
    values: state.settings[group],
    version: state.versions[group],
    isDefault: state.isDefault[group],
    defaults: defaults[group],
  });
  return {
    prices: of('prices'),
    delivery: of('delivery'),
    seller: of('seller'),
    payment: of('payment'),
    notice: of('notice'),
    press: of('press'),
  };
}
