import { useEffect, useEffectEvent, useState } from 'react';
import { problemsOf } from '#contract/base/rules.ts';
import { settingsSchemas } from '#contract/settings/settings.ts';
import { type Settings, settingsFields } from '#domain/settings/settings.ts';
import { useForm } from '#web/ui/use-form.ts';
import {
  changedFields,
  type Draft,
  type FieldSpecs,
  readDraft,
  type Typed,
  writeDraft,
} from './draft.ts';
import type { FormGroup } from './groups.ts';

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
    check: (read) => ({
      values: schema.safeParse(read).data ?? null,
      problems: problemsOf(schema, read),
    }),
  };
}

/** A setting that was changed elsewhere while the form was open, and its saved value. */
export type Overtaken = { name: string; theirs: unknown };

export type GroupForm<Values> = ReturnType<typeof useGroupForm<Values>>;

/**
 * A settings form. After another person's save it stays as it is, lists what they changed, and may
 * be saved over it; while nothing is typed, it shows the newer values.
 */
export function useGroupForm<Values>(
  { fields, flatten, check }: Form<Values>,
  latest: { values: Values; version: number },
  save: (values: Values, version: number) => Promise<unknown>,
) {
  const [base, setBase] = useState(latest);
  const [overtaken, setOvertaken] = useState<readonly Overtaken[]>([]);
  const start = writeDraft(fields, flatten(base.values));
  const form = useForm<Draft>({
    initial: start,
    check: (draft) => check(readDraft(fields, draft)).problems,
    send: async (draft) => {
      const { values } = check(readDraft(fields, draft));
      if (values) await save(values, latest.version);
    },
  });
  const draft = form.values;
  const isTyped = changedFields(fields, start, draft).length > 0;
  const { values, problems } = check(readDraft(fields, draft));

  const showNewer = useEffectEvent(() => {
    const theirs = flatten(latest.values);
    const newer = writeDraft(fields, theirs);
    const changed = changedFields(fields, start, newer);
    setBase(latest);
    setOvertaken(changed.map((name) => ({ name, theirs: Reflect.get(theirs, name) })));
    if (!isTyped) form.reset(newer);
  });
  useEffect(() => {
    if (latest.version !== base.version) showNewer();
  }, [latest.version, base.version]);

  return {
    fields,
    draft,
    isTyped,
    values,
    problems: form.submitCount > 0 ? problems : {},
    overtaken,
    /** Returns true if the form has another value than the one that was saved elsewhere. */
    isOwn: (name: string) => changedFields(fields, start, draft).includes(name),
    submit: form.submit,
    submitCount: form.submitCount,
    edit: (name: string, typed: Typed) => form.edit({ [name]: typed }),
    /** Replaces the typed values by the saved ones. */
    discard: () => {
      form.reset(start);
      setOvertaken([]);
    },
  };
}
