import { firstOfEach } from '#contract/base/rules.ts';
import { settingsSchemas } from '#contract/settings/settings.ts';
import type { FieldSpecs } from '#domain/settings/group.ts';
import {
  SETTINGS_GROUPS,
  type Settings,
  type SettingsGroup,
  settingsGroups,
} from '#domain/settings/settings.ts';

/** The groups whose window is a plain form. */
export type FormGroup = Exclude<SettingsGroup, 'products'>;
export const FORM_GROUPS: readonly FormGroup[] = SETTINGS_GROUPS.filter(
  (group) => group !== 'products',
);

/** Fields, and the errors of their values by path. */
export type Form<Values> = {
  fields: FieldSpecs;
  /** Returns the values by field. */
  flatten: (values: Values) => object;
  check: (read: Record<string, unknown>) => {
    /** Null while there are errors. */
    values: Values | null;
    problems: Readonly<Record<string, string>>;
  };
};

export function formOf<Group extends FormGroup>(group: Group): Form<Settings[Group]> {
  const schema = settingsSchemas[group];
  return {
    fields: settingsGroups[group].fields,
    flatten: (values) => values,
    check: (read) => {
      const { data = null, error } = schema.safeParse(read);
      return { values: data, problems: firstOfEach(error?.issues ?? []) };
    },
  };
}
