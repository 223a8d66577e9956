import type * as z from 'zod/mini';
import { settingsSchemas } from '#contract/settings/settings.ts';
import type { DescribedSettings, listSettingsVersions } from '#contract/settings/settings-admin.ts';
import { isSame } from '#domain/settings/group.ts';
import {
  type Settings,
  type SettingsGroup,
  settingsFields,
  settingsGroups,
} from '#domain/settings/settings.ts';
import { describeChanges } from './describe-setting.ts';

export type Save = z.infer<typeof listSettingsVersions.answer>['versions'][number];

/** An earlier save: its values, or null if they no longer match the schema. */
type Earlier<Group extends SettingsGroup> = {
  values: Settings[Group] | null;
  /** Differences from the current values. */
  differences: readonly { label: string; text: string }[];
};

/** Reads an earlier save. Newer settings get their default. */
export function readSave<Group extends SettingsGroup>(
  group: Group,
  save: Pick<Save, 'values'>,
  now: DescribedSettings[Group],
): Earlier<Group> {
  const saved: unknown = { ...now.defaults, ...save.values };
  const values = settingsSchemas[group].safeParse(saved).data ?? null;
  if (values === null) return { values, differences: [] };
  if (!('products' in values)) {
    return { values, differences: describeChanges(settingsFields[group], now.values, values) };
  }
  const { label, summarize } = settingsGroups.products;
  const text = summarize(values, '');
  return { values, differences: isSame(values, now.values) ? [] : [{ label, text }] };
}
