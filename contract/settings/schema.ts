import * as z from 'zod/mini';
import { day } from '#contract/base/days.ts';
import { amount, line, list, mustBe, name, text } from '#contract/base/fields.ts';
import { rut } from '#contract/base/rut.ts';
import { millimetres } from '#contract/pins/press.ts';
import { formatWhole } from '#domain/base/money.ts';
import { findRegion } from '#domain/delivery/regions.ts';
import { MAX_PRICE } from '#domain/orders/prices.ts';
import { isEmail } from '#domain/people/emails.ts';
import { isColour } from '#domain/pins/crops.ts';
import {
  type Field,
  type InputField,
  type ListField,
  MAX_ENTRIES,
  type Rule,
  type TextField,
} from '#domain/settings/group.ts';

/** Returns the schema of an object with these fields, whose type the caller knows. */
export function objectSchema<Values>(
  fields: Readonly<Record<string, Field>>,
  rules: readonly Rule<Values>[] = [],
): z.ZodMiniType<Values, Values> {
  const shape = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)]),
  );
  // `Group` makes each field fit the type of its value.
  const schema = object(shape) as z.ZodMiniType<Values, Values>;
  return schema.check(...checkRules(rules));
}

/** Returns the schema of one setting, whose type the caller knows. */
export function settingSchema<Value>(field: Field) {
  return fieldSchema(field) as z.ZodMiniType<Value, Value>;
}

function fieldSchema(field: Field): z.ZodMiniType {
  if (field.kind === 'own') return z.unknown();
  const [schema, empty] = valueSchema(field);
  return field.mayBeMissing ? z._default(schema, empty) : schema;
}

/** Returns the schema of a value, and what an older client means that omits it. */
function valueSchema(
  field: Exclude<Field, { kind: 'own' }>,
): [schema: z.ZodMiniType, empty: unknown] {
  if (field.kind === 'switch') return [yesOrNo(), false];
  if (field.kind === 'list') return [listSchema(field), []];
  if (field.isOptional) return [z.nullable(inputSchema(field)), null];
  return [inputSchema(field), field.kind === 'pesos' ? 0 : ''];
}

type Kind = InputField['kind'];
const schemas: { [Own in Kind]: (field: InputField & { kind: Own }) => z.ZodMiniType } = {
  line: textSchema,
  phone: textSchema,
  long: ({ max }) => text(max),
  email: () => line(254).check(orEmpty(isEmail, 'Escribe un correo válido, como hola@tienda.cl')),
  rut: () => rut({ mayBeEmpty: true }),
  colour: () => line(7).check(orEmpty(isColour, 'Escribe un color como #0b6e4f, o elígelo')),
  picture: () => pictureUrl(),
  logo: () => line(100).check(orEmpty((url) => LOGO.test(url), CHOOSE_AGAIN)),
  day: () => day,
  pesos: () => pesos(),
  whole: (field) => whole(field),
  mm: millimetres,
  region: () => line(20).check(z.refine(isRegion, { error: 'Esta región no existe' })),
  choice: ({ options, error }) =>
    z.enum(
      options.map(([value]) => value),
      { error },
    ),
};

function inputSchema<Own extends Kind>(field: InputField & { kind: Own }): z.ZodMiniType {
  const kind: Own = field.kind;
  return schemas[kind](field);
}

function textSchema({ max, missing, format }: TextField) {
  const schema = missing === undefined ? line(max) : name(max, missing);
  return format === undefined ? schema : schema.check(orEmpty(format.fits, format.error));
}

function listSchema({ entry, rules = [], max = MAX_ENTRIES }: ListField<never>) {
  const tooMany = `Se aceptan hasta ${max}`;
  return list(objectSchema<never>(entry), max, { expected: 'una lista', tooMany }).check(
    ...rules.map(checkEntries),
  );
}

const LOGO = /^\/files\/[\w-]{24}\.(?:webp|svg)$/;
const CHOOSE_AGAIN = 'Elige la imagen otra vez';
/** From `POST /upload`. */
export const pictureUrl = () =>
  line(100).check(z.regex(/^\/files\/[\w-]{24}\.webp$/, { error: CHOOSE_AGAIN }));

const isRegion = (code: string) => findRegion(code) !== undefined;

/** A whole number of `unit`, both bounds included. */
const whole = ({ min, max, unit }: { min: number; max: number; unit: string }) =>
  amount().check(
    z.refine((value) => Number.isInteger(value) && value >= min && value <= max, {
      error: `Debe ser un número entero de ${unit}, de ${formatWhole(min)} a ${formatWhole(max)}`,
    }),
  );

export const pesos = () => whole({ min: 0, max: MAX_PRICE, unit: 'pesos' });
export const object = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object(shape, { error: mustBe('un objeto') });
export const yesOrNo = () => z.boolean({ error: mustBe('sí o no') });

const orEmpty = (fits: (value: string) => boolean, error: string) =>
  z.refine<string>((value) => value === '' || fits(value), { error });

/** Returns checks of several values against each other. */
export function checkRules<Values>(rules: readonly Rule<Values>[]) {
  return rules.map(({ at, fits, error }) =>
    z.refine<Values>((values) => fits(values, []), { path: [at], error }),
  );
}

/** Returns a check of each entry against those before it, which reports the first conflict. */
export function checkEntries<Entry>({ at, fits, error }: Rule<Entry>) {
  return z.check<Entry[]>(({ value, issues }) => {
    value.forEach((entry, index) => {
      if (!fits(entry, value.slice(0, index))) {
        issues.push({ code: 'custom', input: entry, path: [index, at], message: error });
      }
    });
  });
}
