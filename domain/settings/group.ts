/** A label in lower case, as in 'precio por pin'; the first letter is capital on the screen. */
type Said = {
  label: string;
  hint?: string;
  /** It is newer than its group: a client that omits it sends what is empty, off or 0 pesos. */
  mayBeMissing?: boolean;
};

/** An input. An optional amount or day may be empty, which is null. */
type Input = Said & {
  isOptional?: boolean;
  /** It takes the whole width of the form, as long texts and pictures do. */
  isWide?: boolean;
};

/** A text of at most `max` characters. Only `long` has several lines; the rest may be empty. */
export type TextField = Input & {
  kind: 'line' | 'long' | 'phone';
  max: number;
  /** The error for a text without readable signs; omitted: it may be empty. */
  missing?: string;
  /** A test of a text that is not empty, and its error. */
  format?: { fits: (text: string) => boolean; error: string };
};

export type InputField =
  | TextField
  | (Input & { kind: 'email' | 'rut' | 'day' | 'pesos' })
  /** The code of a region. */
  | (Input & { kind: 'region' })
  /** The URL of a picture in the shop's files; a logo may be an SVG, and empty. */
  | (Input & { kind: 'picture' | 'logo' })
  /** `#rrggbb`, or empty. */
  | (Input & { kind: 'colour' })
  /** A whole number; bounds included. */
  | (Input & { kind: 'whole'; unit: string; min: number; max: number })
  /** A length in millimetres; bounds included. */
  | (Input & { kind: 'mm'; min: number; max: number })
  | (Input & { kind: 'choice'; options: readonly Option[]; error: string });

type Option = readonly [value: string, label: string];

/**
 * A rule about the values of a group, or about an entry and those before it; its error is shown at
 * one of the values.
 */
export type Rule<Values> = {
  at: keyof Values & string;
  fits: (values: Values, before: readonly Values[]) => boolean;
  error: string;
};

/** A list of at most `max` entries, by default `MAX_ENTRIES`, each with its own inputs. */
export type ListField<Entry> = Said & {
  kind: 'list';
  max?: number;
  /** Name of one entry. */
  one: string;
  entry: Readonly<Record<keyof Entry & string, InputField>>;
  rules?: readonly Rule<Entry>[];
};

export const MAX_ENTRIES = 20;

type SwitchField = Said & { kind: 'switch'; hint: string };
/** Drawn and checked by parts of its own. */
type OwnField = Said & { kind: 'own' };

type FieldOf<Value> = Value extends boolean
  ? SwitchField
  : Value extends readonly (infer Entry)[]
    ? ListField<Entry> | OwnField
    : InputField;

/** A field of any group. */
export type Field = InputField | SwitchField | ListField<never> | OwnField;

/** In the order of the form. */
type Fields<Values> = { readonly [Name in keyof Values]: FieldOf<Values[Name]> };

/**
 * A group of settings, which is saved as a whole. Schema, routes, form, history and audit log
 * follow from it.
 */
export type Group<Values> = {
  label: string;
  /** Effect of saving it. */
  about: string;
  /** Valid until the owner saves others. */
  usual: Values;
  fields: Fields<Values>;
  rules?: readonly Rule<Values>[];
  /** Returns the values in one line; `today` is such as `2026-03-09`. */
  summarize: (values: Values, today: string) => string;
};

/** Returns a rule of lists: no two entries have the same text at `at`, as `read` reads it. */
export function once<Name extends string>(
  at: Name,
  error: string,
  read = (text: string) => text,
): Rule<Readonly<Record<Name, string>>> {
  return {
    at,
    error,
    fits: (entry, before) => before.every((other) => read(other[at]) !== read(entry[at])),
  };
}

/** Returns whether two values of a setting, or of a group, are the same. */
export function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Joins the parts that are set, such as `Starken · Chilexpress`. */
export function joinParts(parts: readonly (string | false)[]): string {
  return parts.filter(Boolean).join(' · ');
}
