import type { FastifySerializerCompiler } from 'fastify';
import { ResponseSerializationError } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';

/** By schema: that of the errors is every route's. */
const compiled = new WeakMap<z.ZodMiniType, z.ZodMiniType>();

/**
 * Makes what writes a route's answers as JSON: nothing that its schema does not name, and a
 * ResponseSerializationError for one that breaks it. Each schema is compiled when the first answer
 * needs it: to interpret it for fifty orders took longer than to read them.
 */
export const serializeAnswers: FastifySerializerCompiler<z.ZodMiniType> = ({
  schema,
  method,
  url,
}) => {
  return (answer) => {
    const { data, error } = z.safeParse(compile(schema), answer);
    if (error) throw new ResponseSerializationError(method, url, { cause: error });
    return JSON.stringify(data);
  };
};

function compile(schema: z.ZodMiniType): z.ZodMiniType {
  const known = compiled.get(schema) ?? z.compile(schema);
  compiled.set(schema, known);
  return known;
}
