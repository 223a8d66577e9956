import { useState } from 'react';
import { problemsOf } from '#contract/base/rules.ts';
import type { Settings } from '#domain/settings/settings.ts';
import {
  changedFields,
  type Draft,
  type FieldSpecs,
  mergeDraft,
  readDraft,
  type Typed,
  writeDraft,
} from './draft.ts';
import { settingsFields } from './fields.ts';
import { type FormGroup, schemaOf } from './groups.ts';

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
  const schema = schemaOf(group);
  return {
    fields: settingsFields[group],
    flatten: (values) => values,
    check: (read) => ({
      values: schema.safeParse(read).data ?? null,
      problems: problemsOf(schema, read),
    }),
  };
}

/** A setting that was changed elsewhere while it was open here. */
export type Overtaken = { name: string; theirs: unknown; isTyped: boolean };

export type GroupForm<Values> = ReturnType<typeof useGroupForm<Values>>;

/** A settings form: takes over a newer save except for typed values, and lists its changes. */
export function useGroupForm<Values>(
  { fields, flatten, check }: Form<Values>,
  latest: { values: Values; version: number },
) {
  const [base, setBase] = useState(latest);
  const [draft, setDraft] = useState<Draft>(() => writeDraft(fields, flatten(latest.values)));
  const [overtaken, setOvertaken] = useState<readonly Overtaken[]>([]);

  const start = writeDraft(fields, flatten(base.values));
  if (latest.version !== base.version) {
    const theirs = flatten(latest.values);
    const newer = writeDraft(fields, theirs);
    const typed = changedFields(fields, start, draft);
    const changed = changedFields(fields, start, newer);
    setBase(latest);
    setDraft(mergeDraft(fields, { base: start, typed: draft, newer }));
    setOvertaken(
      changed.map((name) => ({
        name,
        theirs: Reflect.get(theirs, name),
        isTyped: typed.includes(name),
      })),
    );
  }

  const { values, problems } = check(readDraft(fields, draft));
  return {
    fields,
    draft,
    isTyped: changedFields(fields, start, draft).length > 0,
    values,
    problems,
    overtaken,
    edit: (name: string, typed: Typed) => setDraft((now) => ({ ...now, [name]: typed })),
    /** Replaces the typed values by the saved ones. */
    discard: () => {
      setDraft(start);
      setOvertaken([]);
    },
  };
}
