import type { ZodMiniType } from 'zod/mini';
import { settingsSchemas } from '#contract/settings.ts';
import type { DescribedSettings } from '#contract/settings-admin.ts';
import type { Settings, SettingsGroup } from '#domain/settings.ts';

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
