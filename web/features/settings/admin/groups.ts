import type { ZodMiniType } from 'zod/mini';
import { type DescribedSettings, settingsSchemas } from '#contract/settings.ts';
import type { Settings, SettingsGroup } from '#domain/settings.ts';

/** A group as the shop describes it. */
export type Described<Group extends SettingsGroup> = {
  values: Settings[Group];
  version: number;
  isDefault: boolean;
  defaults: Settings[Group];
};

const schemas: { [Group in SettingsGroup]: ZodMiniType<Settings[Group]> } = settingsSchemas;

/** Returns what a group must be. */
export function schemaOf<Group extends SettingsGroup>(group: Group): ZodMiniType<Settings[Group]> {
  return schemas[group];
}

/** Returns one group of all. */
export function groupOf<Group extends SettingsGroup>(
  settings: DescribedSettings,
  group: Group,
): Described<Group> {
  const all: { [Name in SettingsGroup]: Described<Name> } = settings;
  return all[group];
}
