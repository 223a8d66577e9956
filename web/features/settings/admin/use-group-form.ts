import { useState } from 'react';
import { problemsOf } from '#contract/rules.ts';
import {
  changedFields,
  type Draft,
  mergeDraft,
  readDraft,
  type Typed,
  writeDraft,
} from './draft.ts';
import { settingsFields } from './fields.ts';
import type { FormGroup } from './groups.ts';
import { type Described, schemaOf } from './groups.ts';

/** A setting that somebody else changed while it was open here. */
export type Overtaken = { name: string; theirs: unknown; isTyped: boolean };

/** A group's form: takes a newer save over, but for what was typed, and tells what it changed. */
export function useGroupForm<Group extends FormGroup>(group: Group, latest: Described<Group>) {
  const fields = settingsFields[group];
  const schema = schemaOf(group);
  const [base, setBase] = useState(latest);
  const [draft, setDraft] = useState<Draft>(() => writeDraft(fields, latest.values));
  const [shown, setShown] = useState(latest.values);
  const [overtaken, setOvertaken] = useState<readonly Overtaken[]>([]);

  const put = (next: Draft) => {
    setDraft(next);
    const { data } = schema.safeParse(readDraft(fields, next));
    if (data !== undefined) setShown(data);
  };

  const start = writeDraft(fields, base.values);
  if (latest.version !== base.version) {
    const newer = writeDraft(fields, latest.values);
    const typed = changedFields(fields, start, draft);
    const changed = changedFields(fields, start, newer);
    setBase(latest);
    put(mergeDraft(fields, { base: start, typed: draft, newer }));
    setOvertaken(
      changed.map((name) => ({
        name,
        theirs: Reflect.get(latest.values, name),
        isTyped: typed.includes(name),
      })),
    );
  }

  const read = readDraft(fields, draft);
  return {
    draft,
    isTyped: changedFields(fields, start, draft).length > 0,
    /** Null while something is wrong. */
    values: schema.safeParse(read).data ?? null,
    problems: problemsOf(schema, read),
    /** The last values without anything wrong: what a preview can show. */
    shown,
    overtaken,
    edit: (name: string, typed: Typed) => put({ ...draft, [name]: typed }),
    /** Takes what is saved instead of what was typed. */
    discard: () => {
      put(start);
      setOvertaken([]);
    },
  };
}
