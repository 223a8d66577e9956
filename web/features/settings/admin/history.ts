import type * as z from 'zod/mini';
import type { listSettingsVersions } from '#contract/settings-admin.ts';
import type { Settings } from '#domain/settings.ts';
import { describeSetting, labelOf } from './describe-setting.ts';
import { changedFields, type FieldSpecs, writeDraft } from './draft.ts';
import { settingsFields } from './fields.ts';
import type { FormGroup } from './groups.ts';
import { type Described, schemaOf } from './groups.ts';

export type Save = z.infer<typeof listSettingsVersions.answer>['versions'][number];

/** What a save held: its values, null for one whose shape no longer fits. */
export type Earlier<Group extends FormGroup> = {
  values: Settings[Group] | null;
  /** In what it differs from what holds now. */
  differences: readonly { label: string; text: string }[];
};

/** Reads an earlier save. A setting that is younger than it has its default. */
export function readSave<Group extends FormGroup>(
  group: Group,
  save: Pick<Save, 'values'>,
  now: Described<Group>,
): Earlier<Group> {
  const saved: unknown = { ...now.defaults, ...save.values };
  const values = schemaOf(group).safeParse(saved).data ?? null;
  if (values === null) return { values, differences: [] };
  const fields = settingsFields[group];
  const names = changedFields(fields, writeDraft(fields, now.values), writeDraft(fields, values));
  return { values, differences: describeValues(group, names, values) };
}

function describeValues<Group extends FormGroup>(
  group: Group,
  names: readonly string[],
  values: Settings[Group],
) {
  const fields: FieldSpecs = settingsFields[group];
  return Object.entries(fields)
    .filter(([name]) => names.includes(name))
    .map(([name, spec]) => ({
      label: labelOf(name),
      text: describeSetting(spec, Reflect.get(values, name)),
    }));
}
