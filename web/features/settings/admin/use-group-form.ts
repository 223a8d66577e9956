import { useState } from 'react';
import { problemsOf } from '#contract/rules.ts';
import type { Settings } from '#domain/settings.ts';
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

/** How values are typed, and what is wrong with what was read of the fields, by path. */
export type Form<Values> = {
  fields: FieldSpecs;
  /** Returns the values by field. */
  flatten: (values: Values) => object;
  check: (read: Record<string, unknown>) => {
    /** Null while something is wrong. */
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

/** A setting that somebody else changed while it was open here. */
export type Overtaken = { name: string; theirs: unknown; isTyped: boolean };

export type GroupForm<Values> = ReturnType<typeof useGroupForm<Values>>;

/** A form of settings: takes a newer save over, but for what was typed, and tells what it changed. */
export function useGroupForm<Values>(
  { fields, flatten, check }: Form<Values>,
  latest: { values: Values; version: number },
) {
  const [base, setBase] = useState(latest);
  const [draft, setDraft] = useState<Draft>(() => writeDraft(fields, flatten(latest.values)));
  const [shown, setShown] = useState(latest.values);
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
  if (values !== null && JSON.stringify(values) !== JSON.stringify(shown)) setShown(values);
  return {
    fields,
    draft,
    isTyped: changedFields(fields, start, draft).length > 0,
    values,
    problems,
    /** The last values without anything wrong: what a preview can show. */
    shown,
    overtaken,
    edit: (name: string, typed: Typed) => setDraft((now) => ({ ...now, [name]: typed })),
    /** Takes what is saved instead of what was typed. */
    discard: () => {
      setDraft(start);
      setOvertaken([]);
    },
  };
}
