import type { JsonSchema } from './from-schema.ts';

/** The path of a value in a body: names and indexes. */
export type Path = readonly (string | number)[];
/** The place of a value in a body, with its schema. */
export type Place = { path: Path; schema: JsonSchema };

/**
 * Returns the places of all values of a schema, the whole first; for a list, that of its first
 * entry.
 */
export function placesOf(schema: JsonSchema, path: Path = []): Place[] {
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema;
  const choices = [...anyOf, ...oneOf].filter(({ type }) => type !== 'null');
  if (choices.length > 0) return choices.flatMap((choice) => placesOf(choice, path));
  return [
    { path, schema },
    ...Object.entries(properties).flatMap(([name, each]) => placesOf(each, [...path, name])),
    ...(items ? placesOf(items, [...path, 0]) : []),
  ];
}

/** Returns the body with another value in one place, which is created if it is missing. */
export function putAt(body: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const [first, ...others] = Array.isArray(body) ? body : [];
    return [putAt(first, rest, value), ...others];
  }
  const fields = isObject(body) ? body : {};
  return { ...fields, [step]: putAt(fields[step], rest, value) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
