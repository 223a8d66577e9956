import type * as z from 'zod/mini';
import { settingsSchemas } from '#contract/settings/settings.ts';
import type { DescribedSettings, listSettingsVersions } from '#contract/settings/settings-admin.ts';
import {
  type Settings,
  type SettingsGroup,
  settingsFields,
  settingsGroups,
} from '#domain/settings/settings.ts';
import { describeSetting, labelOf } from './describe-setting.ts';
import { changedFields, writeDraft } from './draft.ts';

export type Save = z.infer<typeof listSettingsVersions.answer>['versions'][number];

/** An earlier save: its values, or null if they no longer match the schema. */
export type Earlier<Group extends SettingsGroup> = {
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
  return { values, differences: findDifferences(group, now.values, values) };
}

function findDifferences<Group extends SettingsGroup>(
  group: Group,
  now: Settings[Group],
  values: Settings[Group],
) {
  if ('products' in values) {
    const { label, summarize } = settingsGroups.products;
    const isSame = JSON.stringify(values) === JSON.stringify(now);
    return isSame ? [] : [{ label, text: summarize(values, '') }];
  }
  const fields = settingsFields[group];
  const names = changedFields(fields, writeDraft(fields, now), writeDraft(fields, values));
  return Object.entries(fields)
    .filter(([name]) => names.includes(name))
    .map(([name, spec]) => ({
      label: labelOf(spec),
      text: describeSetting(spec, Reflect.get(values, name)),
    }));
}
