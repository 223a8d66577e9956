import type * as z from 'zod/mini';
import type { listSettingsVersions } from '#contract/settings/settings-admin.ts';
import type { Settings, SettingsGroup } from '#domain/settings/settings.ts';
import { settingsGroupLabels } from '#domain/settings/settings-labels.ts';
import { describeSetting, labelOf } from './describe-setting.ts';
import { changedFields, type FieldSpecs, writeDraft } from './draft.ts';
import { settingsFields } from './fields.ts';
import { type Described, schemaOf } from './groups.ts';
import { describeProduct } from './products/product-form.ts';

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
  now: Described<Group>,
): Earlier<Group> {
  const saved: unknown = { ...now.defaults, ...save.values };
  const values = schemaOf(group).safeParse(saved).data ?? null;
  if (values === null) return { values, differences: [] };
  return { values, differences: findDifferences(group, now.values, values) };
}

function findDifferences<Group extends SettingsGroup>(
  group: Group,
  now: Settings[Group],
  values: Settings[Group],
) {
  if ('products' in values) {
    const text = values.products.map(describeProduct).join('; ');
    const isSame = JSON.stringify(values) === JSON.stringify(now);
    return isSame ? [] : [{ label: settingsGroupLabels.products, text }];
  }
  const all: Partial<Record<SettingsGroup, FieldSpecs>> = settingsFields;
  const fields: FieldSpecs = all[group] ?? {};
  const names = changedFields(fields, writeDraft(fields, now), writeDraft(fields, values));
  return Object.entries(fields)
    .filter(([name]) => names.includes(name))
    .map(([name, spec]) => ({
      label: labelOf(name, spec),
      text: describeSetting(spec, Reflect.get(values, name)),
    }));
}
