import { type Field, type InputField, isSame } from '#domain/settings/group.ts';
import { readNumber, readWhole, writeNumber } from '#web/lib/decimals.ts';

/** A list entry as typed. */
export type Row = { key: string; typed: Draft };
export type Typed = string | boolean | readonly Row[];
/** The values of a group or of a list entry as typed, by setting. */
export type Draft = Readonly<{ [name: string]: Typed }>;

/** The value of a picture during its upload. */
export const SENDING = 'sending';

export type FieldSpecs = Readonly<Record<string, Field>>;

/** Returns the form content for a group's values. */
export function writeDraft(fields: FieldSpecs, values: object): Draft {
  return mapFields(fields, (name, spec) => {
    const value: unknown = Reflect.get(values, name);
    if (spec.kind === 'switch') return value === true;
    if (spec.kind !== 'list') return writeInput(value);
    return (Array.isArray(value) ? value : []).map((entry, at) => ({
      key: String(at),
      // With what has no input, such as its id.
      typed: mapFields(entry, (_part, value) => writeInput(value)),
    }));
  });
}

/** Reads a form's values for the schema: unreadable ones as typed, missing ones undefined. */
export function readDraft(fields: FieldSpecs, draft: Draft): Record<string, unknown> {
  return mapFields(fields, (name, spec) => readField(spec, draft[name]));
}

export function changedFields(fields: FieldSpecs, left: Draft, right: Draft): string[] {
  return Object.entries(fields)
    .filter(([name, spec]) => !isSame(readField(spec, left[name]), readField(spec, right[name])))
    .map(([name]) => name);
}

function readField(spec: Field, typed: Typed | undefined): unknown {
  if (spec.kind === 'switch') return typed === true;
  if (spec.kind === 'own') return undefined;
  if (spec.kind !== 'list') return readInput(spec, typeof typed === 'string' ? typed : '');
  const rows = typeof typed === 'object' ? typed : [];
  return rows.map((row) => ({ ...row.typed, ...readDraft(spec.entry, row.typed) }));
}

function writeInput(value: unknown): string {
  if (typeof value === 'number') return writeNumber(value);
  return typeof value === 'string' ? value : '';
}

type Kind = InputField['kind'];
const MAY_BE_EMPTY: readonly Kind[] = ['line', 'long', 'email', 'phone', 'rut', 'colour', 'logo'];
const numbers: Partial<Record<Kind, (text: string) => number>> = {
  pesos: readWhole,
  whole: readWhole,
  mm: readNumber,
};

function readInput({ kind, isOptional }: InputField, typed: string): unknown {
  const text = typed.trim();
  if (text === '' && !MAY_BE_EMPTY.includes(kind)) return isOptional ? null : undefined;
  const number = numbers[kind]?.(text);
  return number === undefined || Number.isNaN(number) ? text : number;
}

function mapFields<Spec, Result>(
  fields: Readonly<Record<string, Spec>>,
  map: (name: string, spec: Spec) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(fields).map(([name, spec]) => [name, map(name, spec)]));
}
