import type { FastifyInstance } from 'fastify';
import { ShopError } from '#domain/base/errors.ts';
import { validationError } from './errors.ts';

export const UNSTORABLE = 'El texto tiene caracteres no permitidos';

/**
 * Rejects texts that a database would not store unchanged, even if their schema allows them.
 * @throws ShopError `validation_failed` with every such field
 */
export function refuseUnstorable(values: unknown): void {
  const wrong = findUnstorable(values);
  if (wrong.length === 0) return;
  const fields = wrong.map((path) => [path.replaceAll('\0', '').toWellFormed(), UNSTORABLE]);
  throw validationError(Object.fromEntries(fields));
}

/**
 * Rejects such texts in every URL; `serve` does in bodies. Pages read no query: what another site
 * adds to a link opens them.
 * @throws ShopError `not_found` for a path, `validation_failed` for a query
 */
export function refuseUnstorableAddresses(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, url }) => {
    if (findUnstorable(params).length > 0) throw new ShopError('not_found');
    if (url.startsWith('/api/')) refuseUnstorable(query);
  });
}

/**
 * Returns whether every database stores a text unchanged. PostgreSQL rejects U+0000; both replace a
 * lone surrogate by another character, and so change an e-mail or a name.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Returns the paths, such as `images.0.notes`, of the texts in a value that a database would change. */
function findUnstorable(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = path ? `${path}.${name}` : name;
    return isStorable(name) ? findUnstorable(inner, at) : [at];
  });
}
