import { useEffect, useEffectEvent, useState } from 'react';
import { firstOfEach } from '#contract/base/rules.ts';
import { settingsSchemas } from '#contract/settings/settings.ts';
import {
  SETTINGS_GROUPS,
  type Settings,
  type SettingsGroup,
  settingsFields,
} from '#domain/settings/settings.ts';
import { useForm } from '#web/ui/use-form.ts';
import { describeChanges } from './describe-setting.ts';
import {
  changedFields,
  type Draft,
  type FieldSpecs,
  readDraft,
  type Typed,
  writeDraft,
} from './draft.ts';

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
    fields: settingsFields[group],
    flatten: (values) => values,
    check: (read) => {
      const { data = null, error } = schema.safeParse(read);
      return { values: data, problems: firstOfEach(error?.issues ?? []) };
    },
  };
}

export type GroupForm<Values> = ReturnType<typeof useGroupForm<Values>>;

/**
 * A settings form. After another person's save it lists what they changed, and may be saved over it:
 * what was typed stays, the other fields show the newer values.
 */
export function useGroupForm<Values>(
  { fields, flatten, check }: Form<Values>,
  latest: { values: Values; version: number },
  save: (values: Values, version: number) => Promise<unknown>,
) {
  const [base, setBase] = useState(latest);
  /** What was changed elsewhere while the form was open. */
  const [overtaken, setOvertaken] = useState<ReturnType<typeof describeChanges>>([]);
  const start = writeDraft(fields, flatten(base.values));
  const form = useForm<Draft>({
    initial: start,
    check: (draft) => check(readDraft(fields, draft)).problems,
    send: async (draft) => {
      const { values } = check(readDraft(fields, draft));
      if (values) await save(values, latest.version);
    },
  });
  const { values: draft, submit, submitCount } = form;
  const typed = changedFields(fields, start, draft);
  const { values, problems } = check(readDraft(fields, draft));

  const showNewer = useEffectEvent(() => {
    const theirs = flatten(latest.values);
    setBase(latest);
    setOvertaken(describeChanges(fields, flatten(base.values), theirs));
    const own = Object.entries(draft).filter(([name]) => typed.includes(name));
    form.reset({ ...writeDraft(fields, theirs), ...Object.fromEntries(own) });
  });
  useEffect(() => {
    if (latest.version !== base.version) showNewer();
  }, [latest.version, base.version]);

  return {
    ...{ fields, draft, values, overtaken, submit, submitCount },
    problems: submitCount > 0 ? problems : {},
    isTyped: typed.length > 0,
    /** Returns true if the form has another value than the one that was saved elsewhere. */
    isOwn: (name: string) => typed.includes(name),
    /** Changes a value from what it is by then: a picture arrives while others are typed. */
    edit: (name: string, change: (now: Typed | undefined) => Typed) =>
      form.editBy((now) => ({ [name]: change(now[name]) })),
    /** Replaces the typed values by the saved ones. */
    discard: () => {
      form.reset(start);
      setOvertaken([]);
    },
  };
}
