import type { FastifyInstance } from 'fastify';
import { ShopError } from '#domain/errors.ts';
import { validationError } from './errors.ts';

/**
 * Refuses U+0000 in addresses, which PostgreSQL cannot store or compare: nothing is called so. In
 * bodies the schemas do.
 */
export function refuseNullCharacters(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query }) => {
    if (findNull(params) !== undefined) throw new ShopError('not_found');
    const name = findNull(query);
    if (name !== undefined) {
      throw validationError({ [name]: 'El texto tiene caracteres no permitidos' });
    }
  });
}

/** @returns the name of the first value that holds one */
function findNull(values: unknown): string | undefined {
  if (typeof values !== 'object' || values === null) return undefined;
  const entries = Object.entries(values);
  return entries.find(([name, value]) => `${name}${value}`.includes('\0'))?.[0];
}
