import { type Field, type FieldSpecs, type InputField, isSame } from '#domain/settings/group.ts';
import { readNumber, readWhole, writeNumber } from '#web/lib/decimals.ts';

/** A list entry as typed. */
export type Row = { key: string; typed: Draft };
export type Typed = string | boolean | readonly Row[];
/** The values of a group or of a list entry as typed, by setting. */
export type Draft = Readonly<{ [name: string]: Typed }>;

/** The value of a picture during its upload. */
export const SENDING = 'sending';

/** Returns the form content for the values of a group or of a list entry. */
export function writeDraft(values: object): Draft {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, writeValue(value)]),
  );
}

function writeValue(value: unknown): Typed {
  if (Array.isArray(value)) {
    return value.map((entry, at) => ({ key: String(at), typed: writeDraft(entry) }));
  }
  if (typeof value === 'number') return writeNumber(value);
  return typeof value === 'string' || typeof value === 'boolean' ? value : '';
}

/** Reads a form's values for the schema: unreadable ones as typed, missing ones undefined. */
export function readDraft(fields: FieldSpecs, draft: Draft): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, spec]) => [name, readField(spec, draft[name])]),
  );
}

export function changedFields(fields: FieldSpecs, left: Draft, right: Draft): string[] {
  return Object.entries(fields)
    .filter(([name, spec]) => !isSame(readField(spec, left[name]), readField(spec, right[name])))
    .map(([name]) => name);
}

export const rowsOf = (typed: Typed | undefined) => (typeof typed === 'object' ? typed : []);
export const textOf = (typed: Typed | undefined) => (typeof typed === 'string' ? typed : '');

function readField(spec: Field, typed: Typed | undefined): unknown {
  if (spec.kind === 'own') return undefined;
  if (spec.kind === 'switch') return typed === true;
  if (spec.kind !== 'list') return readInput(spec, textOf(typed).trim());
  // With what has no input, such as its id.
  return rowsOf(typed).map((row) => ({ ...row.typed, ...readDraft(spec.entry, row.typed) }));
}

type Kind = InputField['kind'];
const MAY_BE_EMPTY: readonly Kind[] = ['line', 'long', 'email', 'phone', 'rut', 'colour', 'logo'];
const numbers: Partial<Record<Kind, (text: string) => number>> = {
  pesos: readWhole,
  whole: readWhole,
  mm: readNumber,
};

function readInput({ kind, isOptional }: InputField, text: string): unknown {
  if (text === '' && !MAY_BE_EMPTY.includes(kind)) return isOptional ? null : undefined;
  const number = numbers[kind]?.(text);
  return number === undefined || Number.isNaN(number) ? text : number;
}
