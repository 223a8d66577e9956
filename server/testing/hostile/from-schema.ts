import fc, { type Arbitrary } from 'fast-check';

/** The part of JSON Schema that the API's document uses. */
export type JsonSchema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
  additionalProperties?: boolean | JsonSchema;
};

const SHORT = 40;
const ITEMS = 3;

/** Valid texts, by the name of their field. */
type Values = Readonly<Record<string, readonly string[]>>;

/**
 * Returns values that match a schema; they may violate other rules.
 * @param values used for most fields with these names
 */
export function fromSchema(schema: JsonSchema, values: Values = {}, name = ''): Arbitrary<unknown> {
  const { const: only, enum: some, anyOf, oneOf, type } = schema;
  const inner = (each: JsonSchema) => fromSchema(each, values, name);
  if (only !== undefined) return fc.constant(only);
  if (some) return fc.constantFrom(...some);
  const choices = anyOf ?? oneOf;
  if (choices) return fc.oneof(...choices.map(inner));
  if (Array.isArray(type)) return fc.oneof(...type.map((each) => inner({ ...schema, type: each })));
  if (type === 'object') return objectOf(schema, values);
  if (type === 'array') return arrayOf(schema, inner);
  if (type === 'string') return knownOr(textOf(schema), values[name]);
  if (type === 'integer' || type === 'number') return numberOf(schema);
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  return fc.jsonValue();
}

function knownOr(text: Arbitrary<string>, known: readonly string[] = []): Arbitrary<string> {
  if (known.length === 0) return text;
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: text },
  );
}

function objectOf(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  values: Values,
) {
  const fields = Object.entries(properties).map(([name, each]) => [
    name,
    fromSchema(each, values, name),
  ]);
  const known: Record<string, Arbitrary<unknown>> = Object.fromEntries(fields);
  if (fields.length === 0 && typeof additionalProperties === 'object') {
    return fc.dictionary(fc.string({ maxLength: 8 }), fromSchema(additionalProperties, values), {
      maxKeys: ITEMS,
    });
  }
  return fc.record(known, { requiredKeys: required, noNullPrototype: true });
}

function arrayOf(
  { items = {}, minItems = 0, maxItems = ITEMS }: JsonSchema,
  inner: (items: JsonSchema) => Arbitrary<unknown>,
) {
  const max = Math.max(minItems, Math.min(maxItems, ITEMS));
  return fc.array(inner(items), { minLength: minItems, maxLength: max });
}

function textOf({ format, minLength = 0, maxLength = SHORT }: JsonSchema): Arbitrary<string> {
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (format === 'email') return fc.emailAddress();
  const max = Math.max(minLength, Math.min(maxLength, SHORT));
  return fc.string({ minLength, maxLength: max });
}

function numberOf({ type, minimum = -1000, maximum = 1_000_000 }: JsonSchema): Arbitrary<number> {
  return type === 'integer' || Number.isInteger(minimum)
    ? fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.min(maximum, 2 ** 31 - 1)) })
    : fc.double({ min: minimum, max: maximum, noNaN: true });
}
