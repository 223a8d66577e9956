import type { FastifyInstance } from 'fastify';
import { ShopError } from '#domain/errors.ts';
import { findUnstorable } from '../storable-texts.ts';
import { validationError } from './errors.ts';

/**
 * Refuses texts that no database stores as they are, whatever their schema lets pass.
 * @throws ShopError `validation_failed` with every such field
 */
export function refuseUnstorable(values: unknown): void {
  const wrong = findUnstorable(values);
  if (wrong.length === 0) return;
  const fields = wrong.map((path) => [
    path.replaceAll('\0', '').toWellFormed(),
    'El texto tiene caracteres no permitidos',
  ]);
  throw validationError(Object.fromEntries(fields));
}

/**
 * Refuses them in every address; `serve` does in bodies.
 * @throws ShopError `not_found` for a path, `validation_failed` for a query
 */
export function refuseUnstorableAddresses(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query }) => {
    if (findUnstorable(params).length > 0) throw new ShopError('not_found');
    refuseUnstorable(query);
  });
}
