import type { ZodMiniType } from 'zod/mini';
import { settingsSchemas } from '#contract/settings/settings.ts';
import type { DescribedSettings } from '#contract/settings/settings-admin.ts';
import { SETTINGS_GROUPS, type Settings, type SettingsGroup } from '#domain/settings/settings.ts';

/** The groups whose window is a plain form. */
export type FormGroup = Exclude<SettingsGroup, 'products'>;
export const FORM_GROUPS: readonly FormGroup[] = SETTINGS_GROUPS.filter(
  (group) => group !== 'products',
);

export type Described<Group extends SettingsGroup> = {
  values: Settings[Group];
  version: number;
  isDefault: boolean;
  defaults: Settings[Group];
};

const schemas: { [Group in SettingsGroup]: ZodMiniType<Settings[Group]> } = settingsSchemas;

export function schemaOf<Group extends SettingsGroup>(group: Group): ZodMiniType<Settings[Group]> {
  return schemas[group];
}

export function groupOf<Group extends SettingsGroup>(
  settings: DescribedSettings,
  group: Group,
): Described<Group> {
  const all: { [Name in SettingsGroup]: Described<Name> } = settings;
  return all[group];
}
