import type { FastifyInstance } from 'fastify';
import { ShopError } from '#domain/errors.ts';
import { validationError } from './errors.ts';

const NULL_CHARACTER = '\0';

/**
 * Refuses U+0000 in an address: PostgreSQL takes it in no text. Bodies are checked by their schemas.
 * @throws ShopError `not_found` for a path, `validation_failed` for a query
 */
export function refuseNullCharacters(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query }) => {
    if (findNulls(params).length > 0) throw new ShopError('not_found');
    const wrong = findNulls(query);
    if (wrong.length === 0) return;
    const fields = wrong.map((name) => [name, 'El texto tiene caracteres no permitidos']);
    throw validationError(Object.fromEntries(fields));
  });
}

/** @returns the names of the values that hold one */
function findNulls(values: unknown): string[] {
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values)
    .filter(([name, value]) => `${name}${value}`.includes(NULL_CHARACTER))
    .map(([name]) => name.replaceAll(NULL_CHARACTER, ''));
}
