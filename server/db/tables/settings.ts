import type { SettingsGroup } from '#domain/settings.ts';
import type { Fixed, Millis } from './column-types.ts';

/** Every save of a group; the one with the highest version holds. */
type SettingsTable = {
  group_name: Fixed<SettingsGroup>;
  /** From 1 on, without a gap. */
  version: Fixed<number>;
  /** JSON; null: the group went back to its defaults. */
  saved_values: Fixed<string | null>;
  saved_at: Fixed<Millis>;
  /** The admin's uid. */
  saved_by: Fixed<string>;
};

export type SettingsTables = {
  settings: SettingsTable;
};
