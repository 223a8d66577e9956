import * as z from 'zod/mini';

/** How many entries a page holds: `usual` when the caller does not say, `most` at most. */
export function limit(usual: number, most = 100) {
  const error = `El límite debe ser un número entero entre 1 y ${most}`;
  return z._default(
    z.coerce.number({ error }).check(z.int({ error }), z.gte(1, error), z.lte(most, error)),
    usual,
  );
}

/** Where the next page begins: `nextCursor` of the page before, as it is. */
export const cursor = z.optional(z.string().check(z.maxLength(200)));

/** Null on the last page. Pages go on from their cursor, whatever has arrived in between. */
export const nextCursor = z.nullable(z.string());
