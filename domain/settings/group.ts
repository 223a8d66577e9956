/** What a field may have besides its label. */
type More = {
  hint?: string;
  /** It may be empty, which is null. */
  isOptional?: boolean;
  /** It takes the whole width of the form, as long texts and pictures do. */
  isWide?: boolean;
  /** It is newer than its group: a client that omits it sends what is empty, off or 0 pesos. */
  mayBeMissing?: boolean;
};
type MoreOfText = More & {
  /** The error for a text without readable signs; omitted: it may be empty. */
  missing?: string;
  /** A test of a text that is not empty, and its error. */
  format?: { fits: (text: string) => boolean; error: string };
};
type Bounds = { min: number; max: number };

/**
 * Returns what makes fields of a kind. A label is in lower case, as in 'precio por pin'; the first
 * letter is capital on the screen.
 */
function fieldOf<Kind extends string>(kind: Kind) {
  return (label: string, more: More = {}) => ({ kind, label, ...more });
}

function textOf<Kind extends string>(kind: Kind) {
  return (label: string, max: number, more: MoreOfText = {}) => ({ kind, label, max, ...more });
}

/** Texts of at most `max` characters, of which only `long` has several lines. */
export const line = textOf('line');
export const long = textOf('long');
export const phone = textOf('phone');
export const email = fieldOf('email');
export const rut = fieldOf('rut');
export const day = fieldOf('day');
export const pesos = fieldOf('pesos');
/** The code of a region. */
export const region = fieldOf('region');
/** The URL of a picture in the shop's files; a logo may be an SVG, and empty. */
export const picture = fieldOf('picture');
export const logo = fieldOf('logo');
/** `#rrggbb`, or empty. */
export const colour = fieldOf('colour');

/** A whole number; bounds included. */
export function whole(label: string, more: Bounds & More & { unit: string }) {
  return { kind: 'whole' as const, label, ...more };
}

/** A length in millimetres; bounds included. */
export function mm(label: string, { min, max }: Bounds, more: More = {}) {
  return { kind: 'mm' as const, label, min, max, ...more };
}

type Option = readonly [value: string, label: string];

export function choice(label: string, more: More & { options: readonly Option[]; error: string }) {
  return { kind: 'choice' as const, label, ...more };
}

export function onOff(label: string, hint: string, more: Pick<More, 'mayBeMissing'> = {}) {
  return { kind: 'switch' as const, label, hint, ...more };
}

export type TextField = ReturnType<typeof line | typeof long | typeof phone>;
export type SwitchField = ReturnType<typeof onOff>;
/** An input of one value. */
export type InputField =
  | TextField
  | ReturnType<typeof email | typeof rut | typeof day | typeof pesos | typeof region>
  | ReturnType<typeof picture | typeof logo | typeof colour>
  | ReturnType<typeof whole | typeof mm | typeof choice>;

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
export type ListField<Entry> = More & {
  kind: 'list';
  label: string;
  max?: number;
  /** Name of one entry. */
  one: string;
  entry: Readonly<Record<keyof Entry & string, InputField>>;
  rules?: readonly Rule<Entry>[];
};

export const MAX_ENTRIES = 20;

export function list<Entry>(
  label: string,
  more: NoInfer<Omit<ListField<Entry>, 'kind' | 'label'>>,
): ListField<Entry> {
  return { kind: 'list', label, ...more };
}

/** Drawn and checked by parts of its own. */
type OwnField = { kind: 'own'; label: string };

type FieldOf<Value> = Value extends boolean
  ? SwitchField
  : Value extends readonly (infer Entry)[]
    ? ListField<Entry> | OwnField
    : InputField;

/** A field of any group. */
export type Field = InputField | SwitchField | ListField<never> | OwnField;
export type FieldSpecs = Readonly<Record<string, Field>>;

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
